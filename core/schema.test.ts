import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isLasting, lasting } from './schema.ts'

describe('a lasting part', () => {
  const Part = lasting(z.object({ name: z.string() }))
  const Answer = z.object({ id: z.number(), part: Part })

  it('is checked when it is made', () => {
    expect(Part.make({ name: 'a', secret: 1 } as { name: string })).toEqual({ name: 'a' })
    expect(() => Part.make({ name: 1 as unknown as string })).toThrow('expected string')
  })

  it('passes as it is from then on', () => {
    const part = Part.make({ name: 'a' })

    expect(Answer.parse({ id: 1, part }).part).toBe(part)
    expect(Object.isFrozen(part)).toBe(true)
  })

  it('is checked in every answer when nobody made it', () => {
    const made = Part.make({ name: 'a' })

    expect(Answer.parse({ id: 1, part: { name: 'b', secret: 1 } }).part).toEqual({ name: 'b' })
    expect(Answer.safeParse({ id: 1, part: { ...made, name: 1 } }).success).toBe(false)
    for (const part of [undefined, null, 'text', 1]) expect(Answer.safeParse({ id: 1, part }).success).toBe(false)
  })

  it('is known by its schema alone, which is described like the one inside', () => {
    expect([isLasting(Part), isLasting(Answer), isLasting(z.object({}).readonly())]).toEqual([true, false, false])
    expect(z.toJSONSchema(Part)).toMatchObject({ type: 'object', properties: { name: { type: 'string' } } })
  })
})
