import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ColumnWidths } from './column-widths.ts'

type Heard = readonly { readonly column: number; readonly text: string }[]
function columnWidths(cells: Heard, columns: number, width: number): number[] {
  const widths = new ColumnWidths()
  for (const { column, text } of cells) widths.hear(column, text)
  return widths.within(width, columns)
}

describe('the columns of a table', () => {
  it('are as wide as their text needs, and Chinese needs more', () => {
    const widths = columnWidths(
      [
        { column: 0, text: 'parcels[].lines[].sku' },
        { column: 1, text: '必填' },
        { column: 2, text: 'What is inside of it, in as many words as it takes to say so' },
        { column: 3, text: '要求填写的内容说明文字' },
      ],
      4,
      9_000,
    )

    expect(widths).toEqual([2_750, 698, 3_604, 1_947])
  })

  it('do not break a name while there is room for it', () => {
    const rows = [
      ['created_at', 'timestamptz', '否', 'now()', '', ''],
      ['phone', 'varchar(20)', '是', '', '普通', '带国家区号，如 +8613800000000，可以有分隔符和空格，不超过二十个字符'],
    ]
    const cells = rows.flatMap((row) => row.map((text, column) => ({ column, text })))

    const widths = columnWidths(cells, 6, 9_000)

    for (const { column, text } of cells)
      for (const word of text.match(/[\w()]+/g) ?? []) expect(widths[column]).toBeGreaterThan(word.length * 120 + 200)
    expect(Math.max(...widths)).toBe(widths[5])
  })

  it('break the longest names first where there is no room for all', () => {
    const row = [
      'identifier_name',
      'varchar(255)',
      '否',
      'NULL',
      'utf8mb4_general_ci',
      'auto_increment',
      '说明',
      'x',
      'c12',
    ]
    const widths = columnWidths(
      row.map((text, column) => ({ column, text })),
      9,
      6_500,
    )

    for (const [column, text] of row.entries())
      if (text.length < 5) expect(widths[column], text).toBeGreaterThanOrEqual(text.length * 120 + 230)
  })

  it('fill the table, and none is too narrow to be read', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(9), fc.string()), { maxLength: 40 }),
        fc.integer({ min: 1, max: 10 }),
        (given, columns) => {
          const cells = given.filter(([column]) => column < columns).map(([column, text]) => ({ column, text }))
          const widths = columnWidths(cells, columns, 9_000)

          expect(widths).toHaveLength(columns)
          expect(widths.reduce((sum, width) => sum + width, 0)).toBeGreaterThan(9_000 - columns - 1)
          expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(9_000)
          expect(Math.min(...widths)).toBeGreaterThan((9_000 / columns) * 0.14)
        },
      ),
    )
  })
})
