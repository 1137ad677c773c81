import fc from 'fast-check'
import type { Json } from '#plugins/mock/exact-json.ts'
import { PLACEHOLDERS } from '#plugins/mock/words.ts'

const word = fc.oneof(fc.constantFrom(...PLACEHOLDERS), fc.string({ maxLength: 12 }))
const args = fc.constantFrom(
  '',
  '(1,3)',
  '(9999999)',
  '(-5)',
  '("a","b")',
  "('x')",
  '(',
  '()',
  '([1,[2]])',
  '(yyyy)',
  '(1e9)',
)
const text = fc
  .array(
    fc.tuple(word, args).map((parts) => parts.join('')),
    { maxLength: 3 },
  )
  .map((all) => all.join(''))
const rule = fc.constantFrom('', '|1', '|0', '|+1', '|2-5', '|1-9.1-3', '|-3', '|9999999', '|', '|x')
/** Any template that could be typed, including rules and placeholders that request too much. */
export const { template: mockTemplates } = fc.letrec<{ template: Json }>((tie) => ({
  template: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Json>(null, true, 0, -1.5, ''),
    text,
    fc.array(tie('template'), { maxLength: 4 }),
    fc
      .array(fc.tuple(text, rule, tie('template')), { maxLength: 4 })
      .map((fields) => Object.fromEntries(fields.map(([name, after, value]) => [name + after, value]))),
  ),
}))
