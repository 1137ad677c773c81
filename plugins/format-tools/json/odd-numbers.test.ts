import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonAsWritten, parsedWithOddNumbers, WrittenNumber } from './written-numbers.ts'

const ODD = ['1.10', '12345678901234567890', '1e400', '-0', '1E2', '0.0', '100000000000000000000000']

it.each(ODD)('keeps %s as written, and other numbers as numbers', (odd) => {
  const json = `{"odd":${odd},"list":[1,${odd},-2.5],"__proto__":{"a":${odd}}}`

  const value = parsedWithOddNumbers(json) as Readonly<Record<string, unknown>>

  expect(value['odd']).toEqual(new WrittenNumber(odd))
  expect((value['list'] as readonly unknown[])[2]).toBe(-2.5)
  expect(jsonAsWritten(value)).toBe(json)
})

it.each(['{"a":"1.10 \\" 1.10","b":"\\\\"}', '{"1.10":1}', '{"2020-01-01":"1e400"}', '"1.10"', '12'])(
  'leaves texts and names as they are: %s',
  (json) => {
    expect(parsedWithOddNumbers(json)).toEqual(JSON.parse(json))
  },
)

it.each(['{1.10:2}', '{"a":01.10}', '[1.10', '[1.10,]', '1.10.10', '{"a" 1.10}', '["a\n",1.10]'])(
  'what is no JSON is none with its numbers kept: %s',
  (json) => {
    expect(() => parsedWithOddNumbers(json)).toThrow(SyntaxError)
  },
)

it('any JSON is read as JSON.parse reads it, and written as JSON.stringify writes it', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(JSON.parse(jsonAsWritten(parsedWithOddNumbers(json)))).toEqual(JSON.parse(json))
      expect(jsonAsWritten(JSON.parse(json), '  ')).toBe(JSON.stringify(JSON.parse(json), null, 2))
    }),
  )
})
