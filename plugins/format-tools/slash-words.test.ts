import { expect, it } from 'vitest'
import { soundsOf } from '#tests/support/sounds.ts'
import zhCn from './locales/zh-cn.json' with { type: 'json' }

const { callout, details, diagram, formula, jsonTable, pastedTable, sqlTable } = zhCn

it.each([
  ...[callout, details, diagram, formula, jsonTable, sqlTable].map((block) => ({ ...block, ...soundsOf(block.title) })),
  // The first character has two sounds, and the library takes the other one.
  { ...pastedTable, full: 'zhantiebiaoge', initials: 'ztbg' },
])(
  '$title is found by its pinyin, in full and by first letters, without the space that closes the menu',
  ({ words, full, initials }) => {
    const known = words.split(', ')

    expect(known).toContain(full)
    expect(known).toContain(initials)
    expect(known.filter((word) => word.includes(' '))).toEqual([])
  },
)
