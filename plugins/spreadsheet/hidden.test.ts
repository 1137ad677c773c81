import { read } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { gridOf, spansOf } from './grid.ts'
import { pageKind } from './kind.ts'
import { readWorkbook } from './read-workbook.ts'
import { placeOf, shownSheets } from './workbook.ts'
import { readXlsx } from './xlsx/read-xlsx.ts'
import { xlsxFiles } from './xlsx/write-xlsx.ts'
import { zipped } from './xlsx/zip.ts'

const CONTENT = JSON.stringify([
  { name: 'Secret', hide: true, rows: { 0: { cells: { 0: { text: 'salary' } } } } },
  {
    name: 'Shown',
    merges: ['A2:B4'],
    rows: {
      0: { cells: { 0: { text: 'head' }, 1: { text: 'unseen' }, 2: { text: '=Secret!A1' } } },
      1: { hide: true, cells: { 0: { text: 'merged' }, 2: { text: 'gone' } } },
      3: { cells: { 2: { text: '=A2' } } },
    },
    cols: { 1: { width: 40, hide: true }, 7: { hide: true } },
  },
])
const hiddenIn = (lines: readonly { readonly hidden?: boolean }[] = []): readonly number[] =>
  lines.flatMap((line, at) => (line.hidden === true ? [at] : []))
const WORKBOOK = readWorkbook(CONTENT)

describe('what is hidden in a workbook', () => {
  it('is in no table, no text to be searched and no markdown of it, and is calculated with', () => {
    const [, shown] = WORKBOOK.sheets
    if (!shown) throw new Error('there is no second sheet')

    expect(shownSheets(WORKBOOK.sheets).map(([at]) => at)).toEqual([1])
    expect(gridOf(shown)).toEqual({ rows: [0, 2, 3], columns: [0, 2], isCut: false })
    expect([...spansOf(shown).begin]).toEqual([[placeOf(2, 0), { rows: 2, columns: 1, place: placeOf(1, 0) }]])
    expect([...spansOf(shown).covered]).toEqual([placeOf(3, 0)])
    expect(pageKind.textOf(CONTENT)).toBe('Shown\nhead salary\nmerged')
    const markdown = pageKind.render(CONTENT, { language: 'en', globalParams: null })
    expect(markdown).toContain('salary')
    expect(markdown).not.toMatch(/Secret|unseen|gone/)
  })

  it('stays stored, and its change is a line of a comparison', () => {
    const { before, after } = pageKind.compare?.(CONTENT, CONTENT.replace('"hide":true,', '')) ?? {}

    expect(String(before).replace('Secret!hide: true\n', '')).toBe(after)
    expect(after).toContain('Shown!2!hide: true')
    expect(after).toContain('Shown!B!hide: true')
  })

  it('is hidden in an Excel file, as another library reads it', async () => {
    const book = read(await zipped(xlsxFiles(WORKBOOK)), { cellStyles: true })

    expect(book.Workbook?.Sheets?.map(({ Hidden }) => Hidden)).toEqual([1, 0])
    const shown = book.Sheets['Shown']
    expect(hiddenIn(shown?.['!rows'])).toEqual([1])
    expect(hiddenIn(shown?.['!cols'])).toEqual([1, 7])
  })

  it('of an Excel file stays hidden', async () => {
    const { sheets, losses } = await readXlsx(await zipped(xlsxFiles(WORKBOOK)))
    const [secret, shown] = sheets

    expect(losses.found()).toEqual([])
    expect(secret?.hidden.isSheet).toBe(true)
    // A column beyond all cells hides nothing.
    expect(shown?.hidden).toEqual({ isSheet: false, rows: new Set([1]), columns: new Set([1]) })
    expect(shown?.widths.get(1)).toBe(40)
  })

  it('leaves one sheet to be seen', async () => {
    const all = readWorkbook(JSON.stringify([1, 2].map((name) => ({ name: `S${name}`, hide: true, rows: {} }))))
    const book = read(await zipped(xlsxFiles(all)))

    expect(book.Workbook?.Sheets?.some(({ Hidden }) => Hidden === 0)).toBe(true)
    expect(shownSheets(all.sheets)).toHaveLength(2)
  })
})

it.each([
  ['hidden without a height', '<row r="1" hidden="1"><c r="A1"><v>1</v></c></row>'],
  ['as high as nothing', '<row r="1" ht="0" customHeight="1"><c r="A1"><v>1</v></c></row>'],
])('a row of another program is hidden when it is %s', async (_, row) => {
  const files = new Map([
    ...xlsxFiles(readWorkbook('[{"name":"A","rows":{}}]')),
    [
      'xl/worksheets/sheet1.xml',
      `<worksheet><cols><col min="2" max="16384" width="0"/></cols><sheetData>${row}<row r="2"><c r="C2"><v>2</v></c></row><row r="900" hidden="1"/></sheetData></worksheet>`,
    ] as const,
  ])
  const [sheet] = (await readXlsx(await zipped(files))).sheets

  expect(sheet?.hidden).toEqual({ isSheet: false, rows: new Set([0]), columns: new Set([1, 2]) })
})
