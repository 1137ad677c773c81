import { expect, it } from 'vitest'
import { soundsOf } from '#tests/support/sounds.ts'
import texts from './zh-cn/editor.json' with { type: 'json' }

it.each([
  [texts['blockMenu.contents'], texts['blockMenu.contentsWords']],
  [texts['blockMenu.file'], texts['blockMenu.fileWords']],
  [texts['blockMenu.footnote'], texts['blockMenu.footnoteWords']],
  [texts['blockMenu.pageLink'], texts['blockMenu.pageLinkWords']],
])('%s is found by its pinyin, in full and by first letters, without the space that closes the menu', (name, words) => {
  const known = words.split(', ')
  const { full, initials } = soundsOf(name)

  expect(known).toContain(full)
  expect(known).toContain(initials)
  expect(known.filter((word) => word.includes(' '))).toEqual([])
})
