import { describe, expect, it } from 'vitest'
import { moved } from './moved.ts'

describe('an element of a list', () => {
  it('moves forwards and backwards to the wished place', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  })

  it('stays inside the list', () => {
    expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
    expect(moved(['a', 'b', 'c'], 1, 9)).toEqual(['a', 'c', 'b'])
  })

  it('leaves the list alone when there is no such element', () => {
    expect(moved(['a', 'b'], 5, 0)).toEqual(['a', 'b'])
  })
})
