import { expect, it } from 'vitest'
import { z } from 'zod'
import { lasting } from '#core/schema.ts'
import { writerOf } from '#server/answer-text.ts'

const Part = lasting(z.object({ names: z.array(z.string()) }))
const Answer = z.object({ id: z.number(), part: Part, note: z.string().nullish() })
/** Names in capitals, and a count of what was turned into text. */
function wire() {
  const shown: unknown[] = []
  const nameOf = (key: string) => key.toUpperCase()
  const shownBy = () => (value: unknown) => {
    shown.push(value)
    return value
  }
  return { write: writerOf(Answer, { nameOf, shownBy }), shown }
}

it('an answer with a lasting part is the JSON it would be without', () => {
  const { write } = wire()
  const part = Part.make({ names: ['"a"', '数', '\u2028'] })
  const read = (answer: unknown) => JSON.parse(write(answer, '') ?? '') as unknown

  for (const note of ['x', null, undefined]) {
    const { part: _, ...rest } = { id: 1, part, note }
    expect(read({ id: 1, part, note })).toEqual({ ...(JSON.parse(JSON.stringify(rest)) as object), PART: part })
  }
  expect(read({ part })).toEqual({ PART: part })
  expect(read({ id: 1 })).toEqual({ id: 1 })
  expect(read({ part: null })).toEqual({ PART: null })
  expect(read(null)).toBeNull()
  expect(write(undefined, '')).toBeUndefined()
})

it('the text of a lasting part is made once', () => {
  const { write, shown } = wire()
  const part = Part.make({ names: ['a'] })

  const texts = [1, 2, 3].map((id) => write({ id, part }, ''))

  expect(texts).toEqual([1, 2, 3].map((id) => `{"id":${id},"PART":{"names":["a"]}}`))
  expect(shown.filter((value) => value === part)).toHaveLength(1)
})
