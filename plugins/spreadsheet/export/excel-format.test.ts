import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { read, utils, type WorkBook } from '@e965/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import plugin from '../plugin.ts'
import { tablesSheet } from './page-tables.ts'

let home: Awaited<ReturnType<typeof plugWorld>>
beforeAll(async () => {
  home = await plugWorld(plugin)
})

const cells = (texts: readonly (readonly string[])[]) => ({
  rows: Object.fromEntries(
    texts.map((line, row) => [row, { cells: Object.fromEntries(line.map((text, column) => [column, { text }])) }]),
  ),
})

async function exported(itemId: number, part: { pageId?: number } = {}): Promise<WorkBook> {
  const file = await home.owner.do(coreOperations.export.file, { format: 'excel', itemId, ...part })
  expect(file.name).toMatch(/\.xlsx$/)
  return read(await buffer(Readable.from(file.content)), { cellStyles: true })
}
const linesOf = (book: WorkBook, name: string): unknown[][] =>
  utils.sheet_to_json(book.Sheets[name] ?? {}, { header: 1, blankrows: true })

describe('an item as an Excel file', () => {
  it('[SHEET-06] has the sheets of its pages with working formulas, and the tables of other pages', async () => {
    const item = await home.addItem({ name: 'Shop' })
    const stock = (count: string) =>
      JSON.stringify([
        { name: 'Count', ...cells([['Tents', count]]) },
        { name: 'Sum', ...cells([['=Count!B1*2', '="Count!B1"']]) },
      ])
    await home.addPage(item, { title: '东仓 East', content: stock('40') })
    await home.addPage(item, { title: '西仓 West', content: stock('7') })
    await home.addPage(item, {
      title: 'Columns: of/tables',
      content:
        '## orders\n\n| name | type |\n|-|-:|\n| id | =1+1 |\n| `a\\|b` | 007 |\n\n## items\n\n| name |\n|-|\n| sku |',
    })
    await home.addPage(item, { title: 'Words alone', content: 'No table at all.' })

    const book = await exported(item.id)

    expect(book.SheetNames).toEqual([
      ...['东仓 East - Count', '东仓 East - Sum', '西仓 West - Count', '西仓 West - Sum'],
      ...['Columns  of tables', 'About this file'],
    ])
    expect(book.Sheets['东仓 East - Sum']?.['A1']).toMatchObject({ f: "'东仓 East - Count'!B1*2", v: 80 })
    expect(book.Sheets['西仓 West - Sum']?.['A1']).toMatchObject({ f: "'西仓 West - Count'!B1*2", v: 14 })
    expect(book.Sheets['西仓 West - Sum']?.['B1']).toMatchObject({ v: 'Count!B1' })
    expect(linesOf(book, 'Columns  of tables')).toEqual([
      ...[['orders'], ['name', 'type'], ['id', '=1+1'], ['a|b', '007'], []],
      ...[['items'], ['name'], ['sku']],
    ])
    // Text of users is never executed.
    expect(book.Sheets['Columns  of tables']?.['B3']).toMatchObject({ t: 's' })
    expect(linesOf(book, 'About this file').flat()).toContain('Words alone')
  })

  it('is a single page with its own names, without a notice when nothing was omitted', async () => {
    const item = await home.addItem({ name: 'Shop' })
    const page = await home.addPage(item, {
      title: 'Stock',
      content: JSON.stringify([
        { name: 'Oct', ...cells([['a', '=Nov!A1']]) },
        { name: 'Nov', ...cells([['5']]) },
      ]),
    })

    const book = await exported(item.id, { pageId: page.id })

    expect(book.SheetNames).toEqual(['Oct', 'Nov'])
    expect(book.Sheets['Oct']?.['B1']).toMatchObject({ f: 'Nov!A1', v: 5 })
  })

  it('lists the texts that were truncated', async () => {
    const item = await home.addItem({ name: 'Shop' })
    const content = JSON.stringify([{ name: 'S', ...cells([['short', 'x'.repeat(40_000)]]) }])
    await home.addPage(item, { title: 'Long', content })

    const book = await exported(item.id)

    expect(String(book.Sheets['S']?.['B1']?.v)).toHaveLength(32_767)
    expect(linesOf(book, 'About this file').flat()).toEqual([expect.stringContaining('more text'), 'S!B1'])
  })

  it('is refused to people who may not copy the item', async () => {
    const item = await home.addItem({ name: 'Shop' })
    await expect(home.stranger.do(coreOperations.export.file, { format: 'excel', itemId: item.id })).rejects.toThrow(
      'notAllowed',
    )
  })
})

describe('the tables of an article', () => {
  it('keep their merged cells, lines and headings', () => {
    const tables = tablesSheet(
      'T',
      '<table><caption>C</caption><tr><th colspan=2>a</th><th rowspan=2>b</th></tr><tr><td>c<br>d</td><td><ul><li>e</li><li>f</li></ul></td></tr></table>',
    )

    const texts = [...(tables?.sheet.cells ?? [])].map(([, { text }]) => text)
    expect(texts).toEqual(['C', 'a', 'b', 'c\nd', 'e\nf'])
    expect(tables?.sheet.merges).toEqual([
      { top: 1, left: 0, bottom: 1, right: 1 },
      { top: 1, left: 2, bottom: 2, right: 2 },
    ])
  })

  it('keep a link that is the whole of a cell', () => {
    const cell = (inside: string) => `<td>${inside}</td>`
    const row = [
      ...['<a href="https://a.test/?b=1&amp;c=2">a</a>', '<p><a href="mailto:a@b.test"><b>b</b></a></p>'],
      ...['see <a href="https://c.test">c</a>', '<a href="/1/2">d</a>', '<a href="https://e.test"></a>'],
    ]
    const tables = tablesSheet('T', `<table><tr>${row.map(cell).join('')}</tr></table>`)

    expect([...(tables?.sheet.cells.values() ?? [])].map(({ text, link }) => [text, link])).toEqual([
      ['a', 'https://a.test/?b=1&c=2'],
      ['b', 'mailto:a@b.test'],
      ['see c', undefined],
      ['d', undefined],
      ['', 'https://e.test'],
    ])
  })

  it('are limited, and a notice says when something was omitted', () => {
    const wide = `<table>${'<tr><td colspan=99999 rowspan=99999>x</td></tr>'.repeat(200)}</table>`
    const long = `<table>${'<tr><td>x</td></tr>'.repeat(100_010)}</table>`

    expect(tablesSheet('T', wide)?.isCut).toBe(true)
    expect(tablesSheet('T', long)).toMatchObject({ isCut: true, sheet: { cells: { size: 100_000 } } })
    expect(tablesSheet('T', '<p>words</p><table></table>')).toBeNull()
  })
})
