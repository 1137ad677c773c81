import { expect, it } from 'vitest'
import { batchesOf } from './page-batches.ts'

it('no statement writes so many pages, or so much text, that it would take too long', () => {
  const page = (length: number) => ({ content: 'x'.repeat(length) })
  const sizes = (lengths: readonly number[]) => [...batchesOf(lengths.map(page))].map((batch) => batch.length)

  expect(sizes([])).toEqual([])
  expect(sizes(Array.from({ length: 420 }, () => 1))).toEqual([200, 200, 20])
  expect(sizes([1, 499_999, 1, 500_000, 2_000_000, 0, 5])).toEqual([2, 1, 1, 1, 2])
})
