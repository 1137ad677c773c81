import { expect, it } from 'vitest'
import { z } from 'zod'
import { secretText } from '../schema.ts'
import { toldChanges } from './told-changes.ts'

const schema = z.object({
  ...{ host: z.string(), hosts: z.array(z.string()), port: z.number(), apiKey: z.string(), code: secretText(20) },
})
const told = (before: object, after: object): string =>
  toldChanges(schema, Object.keys(after), { before: { ...before }, after: { ...after } })

it('tells short values before and after, in the order of the names', () => {
  expect(told({ port: 1, host: 'a' }, { port: 2, host: '', hosts: ['b'] })).toBe(
    'host: "a" → "", hosts: "" → ["b"], port: 1 → 2',
  )
})

it.each([
  ['a secret', { code: 'hush' }],
  ['a field that is named like one', { apiKey: 'hush' }],
  ['a long value', { host: 'x'.repeat(99) }],
  ['an address with a login', { host: 'smtp://ada:hush@mail.example' }],
  ['an address with a login that has a slash', { host: 'smtp://ada:hu/sh@mail.example' }],
  ['an address with a query', { host: 'https://chat.example/robot/send?access_token=hush' }],
  ['such an address in a list', { hosts: ['a', 'https://chat.example/?key=hush'] }],
])('tells of %s the name alone, whether it was or is there', (_, value) => {
  const [name = ''] = Object.keys(value)

  expect([told({}, value), toldChanges(schema, [name], { before: value, after: {} })]).toEqual([name, name])
})
