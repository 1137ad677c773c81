import fc from 'fast-check'
import { expect, it } from 'vitest'
import { partsOf } from './placeholders.ts'
import { wordNamed } from './words.ts'

const piece = fc.constantFrom(
  '"',
  "'",
  '\\',
  ',',
  ' ',
  '[',
  ']',
  '{',
  '}',
  ':',
  '1',
  '-',
  '.',
  'e',
  'null',
  'true',
  'a',
)

it('takes arguments as JSON where they are, and as words between commas where they are not', () => {
  const text = fc.oneof(
    fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join('')),
    fc
      .array(fc.jsonValue({ maxDepth: 2 }), { minLength: 1, maxLength: 4 })
      .map((list) => JSON.stringify(list).slice(1, -1)),
  )

  fc.assert(
    fc.property(
      text.filter((each) => !/[()]/.test(each) && each.trim() !== ''),
      (given) => {
        expect(partsOf(`@pick(${given})`)).toEqual([{ ...wordNamed('pick'), args: expectedFor(given) }])
      },
    ),
    { numRuns: 2_000 },
  )
})

function expectedFor(given: string): readonly unknown[] {
  try {
    return JSON.parse(`[${given}]`) as readonly unknown[]
  } catch {
    return given.split(',').map((part) => part.trim().replaceAll(/^['"]|['"]$/g, ''))
  }
}
