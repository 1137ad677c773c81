// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { highlightRanges } from './highlight-ranges.ts'

class CountedHighlight {
  size: number
  constructor(...ranges: readonly Range[]) {
    this.size = ranges.length
  }
  add(): void {
    this.size += 1
  }
}

it('marks more ranges than a call takes arguments', () => {
  const highlights = new Map<string, CountedHighlight>()
  vi.stubGlobal('CSS', { highlights })
  vi.stubGlobal('Highlight', CountedHighlight)
  const ranges = Array<Range>(300_000).fill(document.createRange())

  highlightRanges('found', ranges)
  expect(highlights.get('found')?.size).toBe(ranges.length)

  highlightRanges('found', [])
  expect(highlights.has('found')).toBe(false)
})
