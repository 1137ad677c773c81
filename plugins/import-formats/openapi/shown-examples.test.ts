import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ShownExamples } from './shown-examples.ts'

it('an example is shown as it is written, unless it is longer than a page may be', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())),
      fc.integer({ min: 0, max: 200 }),
      (example, most) => {
        const examples = new ShownExamples(most)
        const written = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
        const shown = examples.shown(example)

        expect([written, '']).toContain(shown)
        // What is counted is no more than what is written.
        if (written.length <= most) expect(shown).toBe(written)
        expect(examples.lost).toBe(shown === written ? 0 : 1)
      },
    ),
  )
})

it('an example deep within others is counted with the blanks before its lines', () => {
  const deep = (levels: number): unknown => (levels === 0 ? Array.from({ length: 2_000 }, () => 1) : [deep(levels - 1)])

  expect(new ShownExamples(1_000_000).shown(deep(300))).toBe('')
  expect(new ShownExamples(1_000_000).shown(deep(3))).not.toBe('')
})
