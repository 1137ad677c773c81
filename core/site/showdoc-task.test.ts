import { expect, it } from 'vitest'
import { wordsOfMove } from './showdoc-task.ts'

const WHOLE = { isWhole: true, wasDone: false }

it.each([
  [0, 0, 'Nothing stays behind.', '没有遗漏。'],
  [2, 0, 'Rows that stay behind: 2. The receipt', '未搬入的记录 2 条，详情'],
  [
    0,
    1,
    'Rows that are not as in ShowDoc now, and stay as they are here: 1. The receipt',
    '保持站内现状的记录 1 条，详情',
  ],
  [2, 1, 'behind: 2. Rows that are not', '未搬入的记录 2 条，与 ShowDoc'],
])('tells what a move left, %i, and what it kept, %i, without a number that is nothing', (left, kept, en, zh) => {
  const words = wordsOfMove({ ...WHOLE, left, kept })

  expect(words.en).toContain(en)
  expect(words['zh-cn']).toContain(zh)
  expect(`${words.en}${words['zh-cn']}`).not.toMatch(/(?<!\d)0/)
})
