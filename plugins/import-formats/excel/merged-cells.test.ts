import { expect, it } from 'vitest'
import type { LinkedText } from '#plugins/format-tools/api.ts'
import { NOTHING } from '../markdown-table.ts'
import { fillMerges } from './merged-cells.ts'

const cell = (text: string): LinkedText => ({ text, address: '' })

it('counts the empty cells that it adds before the text of merged ones', () => {
  const rows = [
    { number: 0, isHidden: false, cells: [NOTHING, NOTHING, NOTHING, cell('total')] },
    { number: 1, isHidden: false, cells: [cell('a')] },
    { number: 2, isHidden: false, cells: [cell('b')] },
  ]
  let added = 0

  fillMerges(rows, [{ top: 0, left: 3, bottom: 2 }], (cells) => (added += cells.length))

  expect(rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
    ['', '', '', 'total'],
    ['a', '', '', 'total'],
    ['b', '', '', 'total'],
  ])
  expect(added).toBe(6)
})
