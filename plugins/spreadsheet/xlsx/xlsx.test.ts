import { read, utils, write } from '@e965/xlsx'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWorkbook } from '../read-workbook.ts'
import { newSheet } from '../testing/random-sheets.ts'
import { placeOf, PLAIN, type Sheet } from '../workbook.ts'
import { readXlsx } from './read-xlsx.ts'
import { xlsxFiles } from './write-xlsx.ts'
import { BrokenZip, unzipped, zipped } from './zip.ts'

const WORKBOOK = readWorkbook(
  JSON.stringify([
    {
      name: 'Stock: 库存/2026',
      merges: ['A4:B4'],
      freeze: 'A2',
      styles: [
        { font: { bold: true, size: 14 }, bgcolor: '#fff2cd', align: 'center' },
        { format: 'number' },
        { format: 'text' },
      ],
      rows: {
        0: {
          height: 40,
          cells: { 0: { text: 'Bin & <b>"x"</b>', style: 0 }, 1: { text: '007' }, 2: { text: 'TRUE' } },
        },
        1: { cells: { 0: { text: '1234.5', style: 1 }, 1: { text: '=A2*2' }, 2: { text: '=1+1', style: 2 } } },
        2: {
          cells: {
            0: { text: '=WEBSERVICE("http://elsewhere.test")' },
            1: { text: "=cmd|'/C calc'!A0" },
            2: { text: 'a\nb' },
          },
        },
        3: { cells: { 0: { text: '梅' } } },
      },
      cols: { 0: { width: 152 } },
    },
    { name: 'stock  库存 2026', rows: {} },
  ]),
)
const written = async () => zipped(xlsxFiles(WORKBOOK))

describe('a workbook as .xlsx', () => {
  it('[SHEET-06] is read by another library with values, formulas, merges, measures and formats', async () => {
    const book = read(await written(), { cellStyles: true, cellNF: true })
    const sheet = book.Sheets[book.SheetNames[0] ?? '']

    expect(book.SheetNames).toEqual(['Stock  库存 2026', 'stock  库存 2026 2'])
    expect(sheet?.['A1']).toMatchObject({ t: 's', v: 'Bin & <b>"x"</b>', s: { fgColor: { rgb: 'FFF2CD' } } })
    expect([sheet?.['B1'], sheet?.['C1']]).toMatchObject([
      { t: 's', v: '007' },
      { t: 'b', v: true },
    ])
    expect(sheet?.['A2']).toMatchObject({ t: 'n', v: 1234.5, z: '#,##0.00', w: '1,234.50' })
    expect(sheet?.['B2']).toMatchObject({ t: 'n', v: 2469, f: 'A2*2' })
    expect(sheet?.['C3']).toMatchObject({ v: 'a\nb' })
    expect(sheet?.['!merges']).toEqual([utils.decode_range('A4:B4')])
    expect(sheet?.['!cols']?.[0]?.width).toBeCloseTo(21)
    expect(sheet?.['!rows']?.[0]?.hpt).toBe(30)
  })

  it('[threats X5] has no formula that would ask or start anything', async () => {
    const book = read(await written())
    const sheet = book.Sheets[book.SheetNames[0] ?? '']

    for (const address of ['A3', 'B3', 'C2'])
      expect(sheet?.[address]).toMatchObject({ t: 's', v: expect.stringMatching(/^=/) as string })
    expect(sheet?.['A3']?.f).toBeUndefined()
  })

  it('is read again as it was written', async () => {
    const plain = (sheet: Sheet) => ({
      ...{ merges: sheet.merges, frozen: sheet.frozen, widths: sheet.widths, heights: sheet.heights },
      cells: [...sheet.cells]
        .filter(([, { text, style }]) => text !== '' || style !== PLAIN)
        .map(([place, { text, style }]) => [place, text, text.startsWith('=') ? null : style]),
    })
    const again = await readXlsx(await written())
    const [first] = WORKBOOK.sheets

    expect(plain(again.sheets[0] as Sheet)).toEqual(plain({ ...(first as Sheet), merges: first?.merges ?? [] }))
  })

  it('can be opened by another library, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(newSheet, { minLength: 1, maxLength: 3 }), async (sheets) => {
        const book = read(await zipped(xlsxFiles({ sheets })))
        expect(book.SheetNames).toHaveLength(sheets.length)
      }),
      { numRuns: 60 },
    )
  })
})

describe('an .xlsx of another program', () => {
  it('[SHEET-07] becomes sheets with values, formulas and merges', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Name', 'Price', true],
      ['梅', 1.5, { t: 'n', f: 'B2*2', v: 3 }],
      [new Date(Date.UTC(2024, 0, 31))],
    ])
    sheet['!merges'] = [utils.decode_range('A4:C4')]
    const book = utils.book_new()
    utils.book_append_sheet(book, sheet, 'Prices')
    const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer)

    const [read_] = (await readXlsx(bytes)).sheets

    expect(read_?.name).toBe('Prices')
    expect([0, 1, 2, 1_000, 1_001, 1_002].map((place) => read_?.cells.get(place)?.text)).toEqual([
      'Name',
      'Price',
      'TRUE',
      '梅',
      '1.5',
      '=B2*2',
    ])
    expect(read_?.merges).toEqual([{ top: 3, left: 0, bottom: 3, right: 2 }])
  })

  const sheetXml = (inside: string): Promise<Uint8Array<ArrayBuffer>> =>
    zipped(new Map([...xlsxFiles(WORKBOOK), ['xl/worksheets/sheet1.xml', `<worksheet>${inside}</worksheet>`]]))
  it.each([
    ['is no zip', new TextEncoder().encode('PK nothing')],
    ['is no workbook', zipped(new Map([['a.txt', 'a']]))],
    [
      'declares entities',
      sheetXml('').then(() =>
        zipped(new Map([...xlsxFiles(WORKBOOK), ['xl/styles.xml', '<!DOCTYPE x [<!ENTITY a "b">]><styleSheet/>']])),
      ),
    ],
    ['unpacks to more than a workbook may', sheetXml(' '.repeat(70_000_000))],
  ])('is refused when it %s', async (_, bytes) => {
    await expect(Promise.resolve(bytes).then(readXlsx)).rejects.toThrow(BrokenZip)
  })

  it('is refused wherever it is cut off, and when a byte of its list is another one', async () => {
    const bytes = await written()
    for (let length = 0; length < bytes.length; length += 37)
      await expect(unzipped(bytes.slice(0, length), () => true)).rejects.toThrow(BrokenZip)
  })

  it('leaves out what lies beyond a sheet', async () => {
    const many = '<row><c><v>1</v></c></row>'.repeat(150_000)
    const [sheet] = (
      await readXlsx(
        await sheetXml(
          `<cols><col min="1" max="16384" width="9"/></cols><sheetData>${many}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>`,
        ),
      )
    ).sheets

    expect(sheet?.cells.size).toBe(100_000)
    expect(sheet?.merges).toEqual([])
    expect(sheet?.widths.size).toBe(1_000)
    expect(sheet?.cells.get(placeOf(0, 0))?.text).toBe('1')
  })
})
