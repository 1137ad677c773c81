import fc from 'fast-check'
import { expect, it } from 'vitest'
import { KeptText } from './kept-text.ts'

it('gives back any text that can be stored, to the letter', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\uFEFF# 标题', '\r\n', '😀\uFEFF'))

  fc.assert(
    fc.property(texts, (text) => {
      const kept = new KeptText(text.toWellFormed())
      expect([kept.read(), kept.length]).toEqual([text.toWellFormed(), text.length])
    }),
  )
})
