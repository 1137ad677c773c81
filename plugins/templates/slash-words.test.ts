import { expect, it } from 'vitest'
import { soundsOf } from '#tests/support/sounds.ts'
import zhCn from './locales/zh-cn.json' with { type: 'json' }

const { more, slash } = zhCn

it.each([
  ['API 模板', slash.api],
  ['数据字典模板', slash.database],
  [more.title, slash.more],
  [more.mine, slash.more],
])('%s is found by its pinyin, in full and by first letters, without the space that closes the menu', (name, words) => {
  const known = words.split(', ')
  const { full, initials } = soundsOf(name)

  expect(known).toContain(full)
  // As many say it.
  expect(known).toContain(full.replace('muban', 'moban'))
  expect(known).toContain(initials)
  expect(known.filter((word) => word.includes(' '))).toEqual([])
})
