import { assert, constantFrom, array, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editable, withLineEndsOf } from './line-endings.ts'

describe('line ends', () => {
  it('come back as they were when nothing changed', () => {
    const text = array(constantFrom('a', 'b', '\r\n', '\n', '\r', ' ')).map((parts) => `\uFEFF${parts.join('')}`)

    assert(
      property(text, (original) => {
        expect(withLineEndsOf(original, editable(original))).toBe(original)
      }),
    )
  })

  it('follow the page in new lines, and stay in old ones', () => {
    expect(withLineEndsOf('a\r\nb\r\n\nc\n', 'a\nB\nnew\n\nc\n')).toBe('a\r\nB\r\nnew\r\n\nc\n')
  })
})
