import { expect, it } from 'vitest'
import { linePath } from './line-path.ts'

it('draws from left to right, with the highest value at the top', () => {
  expect(linePath([0, 5, 10], 10)).toBe('M0 80L150 40L300 0')
})

it('has gaps where values are unknown, and shows a value without neighbours as a dot', () => {
  expect(linePath([1, null, 1, 1], 1)).toBe('M0 0h1.5M200 0L300 0')
  expect(linePath([null], 1)).toBe('')
})

it('shows the first value that was measured within the chart, where it is the newest', () => {
  expect(linePath([null, 1], 1)).toBe('M300 0h-1.5')
  expect(linePath([1], 1)).toBe('M0 0h1.5')
})

it('is at the bottom when all values are 0', () => {
  expect(linePath([0, 0], 0)).toBe('M0 80L300 80')
})
