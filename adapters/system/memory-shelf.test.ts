import { expect, it } from 'vitest'
import { MemoryShelf } from './memory-shelf.ts'

it('a shelf gives what was put there last', () => {
  const shelf = new MemoryShelf<string>(100, ({ length }) => length)

  shelf.put('a', 'one')
  shelf.put('a', 'two')

  expect(shelf.find('a')).toBe('two')
  expect(shelf.find('b')).toBeUndefined()
})

it('a full shelf drops what was used the longest time ago', () => {
  const shelf = new MemoryShelf<string>(9, ({ length }) => length)
  for (const key of ['a', 'b', 'c']) shelf.put(key, `${key}00`)

  shelf.find('a')
  shelf.put('d', 'd00')

  expect(['a', 'b', 'c', 'd'].map((key) => shelf.find(key))).toEqual(['a00', undefined, 'c00', 'd00'])
})

it('a shelf has room again for what was replaced, and none for what is larger than itself', () => {
  const shelf = new MemoryShelf<string>(9, ({ length }) => length)

  for (let turn = 0; turn < 5; turn += 1) shelf.put('a', '12345')
  shelf.put('b', '1234')
  expect([shelf.find('a'), shelf.find('b')]).toEqual(['12345', '1234'])

  shelf.put('c', 'larger than all')
  expect(['a', 'b', 'c'].map((key) => shelf.find(key))).toEqual([undefined, undefined, undefined])
})
