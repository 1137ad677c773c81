import { expect, it } from 'vitest'
import { HeadingIds } from './heading-ids.ts'

const idsOf = (...titles: readonly string[]): readonly string[] => {
  const ids = new HeadingIds()
  return titles.map((title) => ids.next(title))
}

it('creates ids from the letters and digits of headings', () => {
  expect(idsOf('Log in: v2!', '返回 参数', '???')).toEqual(['log-in-v2', '返回-参数', 'section'])
})

it('creates unique ids, whatever the headings are called', () => {
  expect(idsOf('a', 'a', 'a-1', 'a', 'a-1')).toEqual(['a', 'a-1', 'a-1-1', 'a-2', 'a-1-2'])
  expect(idsOf('a-1', 'a', 'a')).toEqual(['a-1', 'a', 'a-2'])
})

it('makes the ids of a hundred thousand equal headings unique', () => {
  expect(new Set(idsOf(...Array.from({ length: 100_000 }, () => '示例'))).size).toBe(100_000)
})
