import { describe, expect, it } from 'vitest'
import { comparedLines } from './compared.ts'
import { gridOf } from './grid.ts'
import { markdownOfWorkbook, searchedTextOf } from './markdown.ts'
import { readWorkbook } from './read-workbook.ts'
import { ShownTexts } from './shown-text.ts'
import { EditedWorkbook } from './web/edited-workbook.ts'
import { hindranceOf } from './web/hindrance.ts'
import { placeOf } from './workbook.ts'
import { xlsxFiles } from './xlsx/write-xlsx.ts'

const sheet = (fields: object): string => JSON.stringify([{ name: 'S', ...fields }])
const column = (rows: number, textAt: (row: number) => string) => ({
  rows: Object.fromEntries(Array.from({ length: rows }, (_, row) => [row, { cells: { 0: { text: textAt(row) } } }])),
})
const few = column(3, String)

/** What the content says, and whether the editor shows it; otherwise it says why not. */
const HOSTILE: readonly (readonly [string, string, 'unreadable' | 'tooLarge' | null])[] = [
  ['without anything', '[{"rows":{}}]', null],
  [
    'of wrong types',
    '[{"name":5,"freeze":{},"styles":7,"merges":{"a":1},"rows":{"0":{"cells":{"0":[1],"1":{"text":{}},"x":{},"-1":{"text":"n"}}},"y":1,"len":"many"},"cols":[1,null],"validations":3}]',
    null,
  ],
  [
    'with names of prototypes',
    '[{"name":"__proto__","rows":{"__proto__":{"cells":{"0":{"text":"p"}}},"constructor":1}}]',
    null,
  ],
  ['that says it has a billion rows and columns', sheet({ rows: { len: 1e9 }, cols: { len: 1e9 } }), null],
  ['with a cell in column 1,000,000', sheet({ rows: { 0: { cells: { 999_999: { text: 'far' } } } } }), 'tooLarge'],
  [
    'with two cells far apart',
    sheet({ rows: { 0: { cells: { 0: 'a' } }, 99_999: { cells: { 16_383: 'z' } } } }),
    'tooLarge',
  ],
  [
    'with merges of merges',
    sheet({ merges: Array.from({ length: 20_000 }, (_, at) => `A1:Z${(at % 999) + 1}`), ...few }),
    null,
  ],
  ['with a merge of all cells', sheet({ merges: ['A1:XFD100000', 'B2:A1', 'A1:A1:A1'], ...few }), null],
  ['with 5,000 sheets', JSON.stringify(Array.from({ length: 5_000 }, () => ({ rows: {} }))), 'tooLarge'],
  ['that is cut off', sheet(few).slice(0, -9), 'unreadable'],
  ['nested 100,000 levels deep', `[{"rows":${'{"0":'.repeat(100_000)}1${'}'.repeat(100_000)}}]`, null],
  ['whose formulas go in circles', sheet(column(5_000, (row) => `=A${((row + 1) % 5_000) + 1}+1`)), null],
  [
    'whose texts double in each row',
    sheet(column(5_000, (row) => (row === 0 ? 'long text' : `=A${row}&A${row}`))),
    null,
  ],
  ['whose formulas read all others', sheet(column(5_000, () => '=SUM(A1:A5000)+SUM(A:A)')), null],
  ['with a formula 4,000 levels deep', sheet(column(1, () => `=${'('.repeat(4_000)}1${')'.repeat(4_000)}`)), null],
  [
    'with a format of nothing but signs',
    sheet({ styles: [{ pattern: ',;#[*_"\\'.repeat(7) }], rows: { 0: { cells: { 0: { text: '1', style: 0 } } } } }),
    null,
  ],
]

describe('a sheet', () => {
  it.each(HOSTILE)('%s is shown as far as it can be, and nothing of it is lost', (_, content, hindrance) => {
    const workbook = readWorkbook(content)
    const shown = new ShownTexts(workbook)
    for (const [at, each] of workbook.sheets.entries())
      for (const row of gridOf(each).rows) expect(typeof shown.at(at, placeOf(row, 0))).toBe('string')
    for (const text of [markdownOfWorkbook(workbook), searchedTextOf(workbook)])
      expect(text.length).toBeLessThan(16_000_000)
    expect(comparedLines(content)).not.toBe('')
    expect(xlsxFiles(workbook).size).toBeGreaterThan(0)

    expect(hindranceOf(workbook)).toBe(hindrance)
    const edited = new EditedWorkbook(content)
    if (hindrance === null)
      for (const { cells } of edited.given()) for (const cell of cells) expect(cell.shown.length).toBeLessThan(40_000)
    expect(edited.content()).toBe(content)
  })
})
