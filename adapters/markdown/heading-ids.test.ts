import { expect, it } from 'vitest'
import { HeadingIds } from './heading-ids.ts'

const idsOf = (...titles: readonly string[]): readonly string[] => {
  const ids = new HeadingIds()
  return titles.map((title) => ids.next(title))
}

it('names headings by their letters and digits', () => {
  expect(idsOf('Log in: v2!', '返回 参数', '???')).toEqual(['log-in-v2', '返回-参数', 'section'])
})

it('gives no name twice, whatever the headings are called', () => {
  expect(idsOf('a', 'a', 'a-1', 'a', 'a-1')).toEqual(['a', 'a-1', 'a-1-1', 'a-2', 'a-1-2'])
  expect(idsOf('a-1', 'a', 'a')).toEqual(['a-1', 'a', 'a-2'])
})

it('tells a hundred thousand headings of one name apart', () => {
  expect(new Set(idsOf(...Array.from({ length: 100_000 }, () => '示例'))).size).toBe(100_000)
})
