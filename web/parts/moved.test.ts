import { describe, expect, it } from 'vitest'
import { moved, placeBeside } from './moved.ts'

describe('an element of a list', () => {
  it('moves forwards and backwards to the wished place', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  })

  it('stays inside the list', () => {
    expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
    expect(moved(['a', 'b', 'c'], 1, 9)).toEqual(['a', 'c', 'b'])
  })

  it.each([
    [0, 2, 'before', 'b a c'],
    [0, 2, 'after', 'b c a'],
    [2, 0, 'before', 'c a b'],
    [2, 0, 'after', 'a c b'],
  ] as const)('moves from %s beside %s: %s', (from, target, side, expected) => {
    expect(moved(['a', 'b', 'c'], from, placeBeside(from, target, side)).join(' ')).toBe(expected)
  })

  it('leaves the list alone when there is no such element', () => {
    expect(moved(['a', 'b'], 5, 0)).toEqual(['a', 'b'])
  })
})
