import { expect, it } from 'vitest'
import { MemoryCache } from './memory-cache.ts'

it('a cache returns the last value that was put', () => {
  const cache = new MemoryCache<string>(100, ({ length }) => length)

  cache.put('a', 'one')
  cache.put('a', 'two')

  expect(cache.find('a')).toBe('two')
  expect(cache.find('b')).toBeUndefined()
})

it('a full cache drops the least recently used value', () => {
  const cache = new MemoryCache<string>(9, ({ length }) => length)
  for (const key of ['a', 'b', 'c']) cache.put(key, `${key}00`)

  cache.find('a')
  cache.put('d', 'd00')

  expect(['a', 'b', 'c', 'd'].map((key) => cache.find(key))).toEqual(['a00', undefined, 'c00', 'd00'])
})

it('a cache frees the space of replaced values, and does not keep a value larger than itself', () => {
  const cache = new MemoryCache<string>(9, ({ length }) => length)

  for (let turn = 0; turn < 5; turn += 1) cache.put('a', '12345')
  cache.put('b', '1234')
  expect([cache.find('a'), cache.find('b')]).toEqual(['12345', '1234'])

  cache.put('c', 'larger than all')
  expect(['a', 'b', 'c'].map((key) => cache.find(key))).toEqual([undefined, undefined, undefined])
})
