import { describe, expect, it } from 'vitest'
import { expressionOf, placesOf, putInFor } from './expression.ts'

const query = (text: string, wishes: { isCaseSensitive?: boolean; isWholeWord?: boolean } = {}) => ({
  ...{ text, isCaseSensitive: false, isWholeWord: false },
  ...wishes,
})
const found = (texts: readonly string[], ...asked: Parameters<typeof query>) =>
  placesOf(texts, query(...asked), 100)?.map((places) => places.map(({ groups }) => groups[0]))

describe('a regular expression', () => {
  it.each([
    [String.raw`\d+`, {}, ['12', '3']],
    ['O\\w+', {}, ['Order', 'order', 'order_id']],
    ['o\\w+', { isCaseSensitive: true }, ['order', 'order_id']],
    ['order', { isWholeWord: true }, ['Order', 'order']],
    ['^an', {}, ['An']],
    ['x*', {}, []],
    ['订.', { isWholeWord: true }, ['订单']],
  ])('%j with %j finds %j', (text, wishes, expected) => {
    expect(found(['An Order 12,', 'order 3, order_id, 订单号'], text, wishes)?.flat()).toEqual(expected)
  })

  it('is known to be wrong', () => {
    expect(expressionOf(query('(a'))).toBe(null)
    expect(found(['(a'], '(a')).toEqual([[]])
  })

  it('finds no more than is shown', () => {
    expect(placesOf(['aaaa', 'aaaa'], query('a'), 5)?.map(({ length }) => length)).toEqual([4, 1])
  })

  it('is given up when its groups hold many times as much as the longest page', () => {
    const texts = ['a'.repeat(10_000)]

    expect(placesOf(texts, query('(?=([^]*))a'), 10_000)).toBe(null)
    expect(placesOf(texts, query('(((a)))'), 10_000)?.[0]).toHaveLength(10_000)
  })

  it.each([
    ['$2 $1', 'b a'],
    ['$&!', 'a-b!'],
    ['$$1', '$1'],
    ['$12', 'a2'],
    ['$9 $', '$9 $'],
  ])('puts in for %j what its groups hold', (replacement, expected) => {
    expect(putInFor(['a-b', 'a', 'b'], replacement)).toBe(expected)
  })
})
