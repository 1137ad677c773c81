import { read, utils, write } from '@e965/xlsx'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOf } from '../addresses.ts'
import { readWorkbook } from '../read-workbook.ts'
import { ShownTexts } from '../shown-text.ts'
import { newSheet } from '../testing/random-sheets.ts'
import { columnOf, placeOf, PLAIN, rowOf, type Sheet } from '../workbook.ts'
import { readXlsx, TooLargeWorkbook } from './read-xlsx.ts'
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

  it('[threats X5] has no formula that would contact or start anything', async () => {
    const book = read(await written())
    const sheet = book.Sheets[book.SheetNames[0] ?? '']

    for (const address of ['A3', 'B3', 'C2'])
      expect(sheet?.[address]).toMatchObject({ t: 's', v: expect.stringMatching(/^=/) as string })
    expect(sheet?.['A3']?.f).toBeUndefined()
  })

  it('[CONST-28] has the default widths and heights of the product', () => {
    expect(xlsxFiles(WORKBOOK).get('xl/worksheets/sheet2.xml')).toContain(
      '<sheetFormatPr defaultColWidth="13.57" defaultRowHeight="18.75"/>',
    )
  })

  it('has formulas adapted to sheet names that Excel refuses', async () => {
    const named = readWorkbook(
      JSON.stringify([
        { name: `Q1/2026 ${'😀'.repeat(20)}`, rows: { 0: { cells: { 0: { text: '2' } } } } },
        { name: 'Sum', rows: { 0: { cells: { 0: { text: `='Q1/2026 ${'😀'.repeat(20)}'!A1*2` } } } } },
      ]),
    )
    const book = read(await zipped(xlsxFiles(named)))

    expect(book.SheetNames[0]).toBe(`Q1 2026 ${'😀'.repeat(11)}`)
    expect(book.Sheets['Sum']?.['A1']).toMatchObject({ f: `'${book.SheetNames[0]}'!A1*2`, v: 4 })
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

  it('has links, and none to anything but web pages and e-mail addresses', async () => {
    const links = [
      ...['https://a.test/b?c=1&d="2"', 'mailto:a@b.test', 'javascript:alert(1)', 'file://server/share', 'https://a b'],
      ...['\\\\server\\share', 'data:text/html,x', 'HTTP://A.test', ' https://c.test ', 'https://'],
    ]
    const cells = Object.fromEntries(links.map((link, at) => [at, { text: `t${at}`, link }]))
    const formulas = {
      0: { text: '=HYPERLINK("https://f.test","F")' },
      1: { text: '=HYPERLINK("\\\\server\\share","S")' },
    }
    const content = JSON.stringify([{ name: 'Links', rows: { 0: { cells }, 1: { cells: formulas } } }])
    const book = read(await zipped(xlsxFiles(readWorkbook(content))))
    const sheet = book.Sheets['Links'] as Record<string, { v: unknown; f?: string; l?: { Target: string } }>

    const written = Object.entries(sheet).filter(([address]) => !address.startsWith('!'))
    expect(written.flatMap(([address, { v, l }]) => (l ? [[address, v, l.Target]] : []))).toEqual([
      ['A1', 't0', 'https://a.test/b?c=1&d="2"'],
      ['B1', 't1', 'mailto:a@b.test'],
      ['H1', 't7', 'HTTP://A.test'],
      ['I1', 't8', 'https://c.test'],
      ['A2', 'F', 'https://f.test'],
    ])
    expect(sheet['B2']).toMatchObject({ v: 'S' })
    expect(written.filter(([, { f }]) => f !== undefined)).toEqual([])
  })

  it('[threats X5] keeps formulas that only calculate, be they calculated here or not', async () => {
    const kept = ['=ACOS(0.5)', '=IF(TRUE(),concat("a","CONCAT("),2)', '=STDEV.S(A1:A2)', "='CONCAT (x'!A1"]
    const others = [
      '=INDIRECT("A1")',
      '=WEBSERVICE("http://a.test")',
      '=SUM(CALL("a"),1)',
      '=RTD("a","b","c")',
      '=-EXEC("a")',
    ]
    const cells = Object.fromEntries([...kept, ...others].map((text, at) => [at, { text }]))
    const files = xlsxFiles(readWorkbook(JSON.stringify([{ name: 'A', rows: { 0: { cells } } }])))
    const bytes = await zipped(files)
    const sheet = read(bytes, { sheetStubs: true }).Sheets['A'] as Record<string, { v?: unknown; f?: string }>

    expect([...'ABCD'].map((column) => `=${sheet[`${column}1`]?.f}`)).toEqual(kept)
    expect([...'EFGHI'].map((column) => sheet[`${column}1`])).toMatchObject(others.map((v) => ({ t: 's', v })))
    expect([...'EFGHI'].filter((column) => sheet[`${column}1`]?.f !== undefined)).toEqual([])
    // Later functions have another name in files.
    expect(files.get('xl/worksheets/sheet1.xml')).toContain('<f>_xlfn.STDEV.S(A1:A2)</f>')
    const texts = [...((await readXlsx(bytes)).sheets[0]?.cells.values() ?? [])].map(({ text }) => text)
    expect(texts).toEqual([...kept, ...others])
  })

  it('keeps what looks like a character written for Excel', async () => {
    const content = JSON.stringify([{ name: 'A', rows: { 0: { cells: { 0: { text: 'a_x000D_b _x005F_' } } } } }])
    const bytes = await zipped(xlsxFiles(readWorkbook(content)))

    expect(read(bytes).Sheets['A']?.['A1']).toMatchObject({ v: 'a_x000D_b _x005F_' })
    expect((await readXlsx(bytes)).sheets[0]?.cells.get(0)?.text).toBe('a_x000D_b _x005F_')
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
    const places = [0, 1].flatMap((row) => [0, 1, 2].map((column) => placeOf(row, column)))
    expect(places.map((place) => read_?.cells.get(place)?.text)).toEqual([
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

  it('is refused wherever it is truncated, and when a byte of its directory is changed', async () => {
    const bytes = await written()
    for (let length = 0; length < bytes.length; length += 37)
      await expect(unzipped(bytes.slice(0, length), () => true)).rejects.toThrow(BrokenZip)
  })

  it('has a formula in each of the cells that share one', async () => {
    const [sheet] = (
      await readXlsx(
        await sheetXml(
          `<sheetData>
            <row r="1"><c r="B1"><f t="shared" ref="B1:C3" si="0">A1*$A$1+'S x'!A1&amp;"A1"</f><v>1</v></c></row>
            <row r="2"><c r="B2"><f t="shared" si="0"/><v>4</v></c><c r="C2"><f t="shared" si="0"/><v>5</v></c></row>
            <row r="3"><c r="B3"><f t="shared" si="7"/><v>9</v></c><c r="D3"><f>SUM(A1:A2)</f><v>3</v></c></row>
          </sheetData>`,
        ),
      )
    ).sheets

    expect([...(sheet?.cells ?? [])].map(([place, { text }]) => [place, text])).toEqual([
      [placeOf(0, 1), `=A1*$A$1+'S x'!A1&"A1"`],
      [placeOf(1, 1), `=A2*$A$1+'S x'!A2&"A1"`],
      [placeOf(1, 2), `=B2*$A$1+'S x'!B2&"A1"`],
      // One that was never written is replaced by its result.
      [placeOf(2, 1), '9'],
      [placeOf(2, 3), '=SUM(A1:A2)'],
    ])
  })

  const parts = (files: Readonly<Record<string, string>>): Promise<Uint8Array<ArrayBuffer>> =>
    zipped(new Map([...xlsxFiles(WORKBOOK), ...Object.entries(files)]))
  const cellsIn = async (bytes: Uint8Array<ArrayBuffer>) => {
    const [sheet] = (await readXlsx(bytes)).sheets
    return Object.fromEntries(
      [...(sheet?.cells ?? [])].map(([place, cell]) => [addressOf(rowOf(place), columnOf(place)), cell]),
    )
  }

  it('keeps links to web pages, e-mail addresses and cells of the workbook, and no others', async () => {
    const relation = (id: number, target: string) =>
      `<Relationship Id="rId${id}" Type="http://x/relationships/hyperlink" Target="${target}" TargetMode="External"/>`
    const cell = (column: string) => `<c r="${column}1" t="inlineStr"><is><t>${column}</t></is></c>`
    const cells = await cellsIn(
      await parts({
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${[...'ABCDEF'].map(cell).join('')}<c r="G1" t="str"><f>HYPERLINK("https://a.test/","shown")</f><v>shown</v></c><c r="H1" t="str"><f>HYPERLINK("file://a/b","c")</f><v>c</v></c></row></sheetData><hyperlinks><hyperlink ref="A1" r:id="rId1"/><hyperlink ref="B1" r:id="rId2" location="part"/><hyperlink ref="C1" r:id="rId3"/><hyperlink ref="D1" r:id="rId4"/><hyperlink ref="E1" location="Sheet2!A1"/><hyperlink ref="F1" r:id="rId9"/></hyperlinks></worksheet>`,
        'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships>${relation(1, 'mailto:a@b.test?subject=x')}${relation(2, 'https://a.test/b?c=1&amp;d=2')}${relation(3, 'javascript:alert(1)')}${relation(4, 'file:///etc/passwd')}</Relationships>`,
      }),
    )

    expect(Object.fromEntries(Object.entries(cells).map(([at, { text, link }]) => [at, [text, link]]))).toEqual({
      A1: ['A', 'mailto:a@b.test?subject=x'],
      B1: ['B', 'https://a.test/b?c=1&d=2#part'],
      C1: ['C', undefined],
      D1: ['D', undefined],
      E1: ['E', '#Sheet2!A1'],
      F1: ['F', undefined],
      G1: ['shown', 'https://a.test/'],
      H1: ['=HYPERLINK("file://a/b","c")', undefined],
    })
  })

  it('keeps links to its own cells, also where Excel needs another name of their sheet', async () => {
    const links = ["#'Q1/2026'!B2", '#Sum!$A$1:B9', '#nowhere!A1', '#name', "#'a'!javascript:x1", '#!A1']
    const cells = Object.fromEntries(links.map((link, at) => [at, { text: `t${at}`, link }]))
    const formula = { text: '=HYPERLINK("#Sum!A1","there")' }
    const content = [
      { name: 'Q1/2026', rows: { 0: { cells }, 1: { cells: { 0: formula } } } },
      { name: 'Sum', rows: {} },
    ]
    const bytes = await zipped(xlsxFiles(readWorkbook(JSON.stringify(content))))

    const sheet = read(bytes).Sheets['Q1 2026'] as Record<string, { l?: { Target: string } }>
    const linked = Object.entries(sheet).flatMap(([at, { l }]) => (l ? [[at, l.Target]] : []))
    expect(Object.fromEntries(linked)).toEqual({
      A1: "#'Q1 2026'!B2",
      B1: '#Sum!$A$1:B9',
      C1: '#nowhere!A1',
      A2: '#Sum!A1',
    })
    const again = Object.values(await cellsIn(bytes)).flatMap(({ link }) => link ?? [])
    expect(again).toEqual(["#'Q1 2026'!B2", '#Sum!$A$1:B9', '#nowhere!A1', '#Sum!A1'])
  })

  it('keeps borders, with lines that have no equal drawn as the nearest', async () => {
    const line = (side: string, style: string, color = '') => `<${side} style="${style}">${color}</${side}>`
    const borders = [
      '<border><left/><right/><top/><bottom/><diagonal/></border>',
      `<border>${line('left', 'thin', '<color auto="1"/>')}${line('right', 'mediumDashed', '<color rgb="FFFF0000"/>')}${line('top', 'double', '<color indexed="17"/>')}${line('bottom', 'none')}${line('diagonal', 'thick', '<color rgb="FF00FF00"/>')}</border>`,
      `<border>${line('start', 'hair')}${line('end', 'thick')}</border>`,
    ]
    const cells = await cellsIn(
      await parts({
        'xl/styles.xml': `<styleSheet><fonts><font/></fonts><borders>${borders.join('')}</borders><cellStyleXfs><xf borderId="1"/></cellStyleXfs><cellXfs>${[0, 1, 2].map((id) => `<xf borderId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
        'xl/worksheets/sheet1.xml':
          '<worksheet><sheetData><row r="1"><c r="A1" s="0"><v>1</v></c><c r="B1" s="1"><v>1</v></c><c r="C1" s="2"/></row></sheetData></worksheet>',
      }),
    )

    expect(Object.entries(cells).map(([at, { style }]) => [at, style.borders])).toEqual([
      ['A1', ''],
      ['B1', 'top double #008000, right dashed #ff0000, left thin #000000'],
      ['C1', 'right thick #000000, left dotted #000000'],
    ])
  })

  it('leaves out borders of empty cells rather than a text', async () => {
    const row = `<row>${'<c s="1"/>'.repeat(16_000)}</row>`
    const bytes = await parts({
      'xl/styles.xml':
        '<styleSheet><fonts><font/></fonts><borders><border/><border><top style="thin"/></border></borders><cellXfs><xf/><xf borderId="1"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${row.repeat(13)}<row><c s="1"><v>7</v></c></row></sheetData></worksheet>`,
    })
    const [sheet] = (await readXlsx(bytes)).sheets
    expect(sheet?.cells.size).toBe(200_000)
    expect(sheet?.cells.get(placeOf(13, 0))).toMatchObject({ text: '7', style: { borders: 'top thin #000000' } })
  })

  it('has the colors of its theme and palette, lighter and darker ones, too', async () => {
    const fill = (color: string) => `<fill><patternFill patternType="solid"><fgColor ${color}/></patternFill></fill>`
    const cells = await cellsIn(
      await parts({
        'xl/_rels/workbook.xml.rels': `<Relationships>${['worksheets/sheet1.xml', 'styles.xml', 'theme/theme1.xml'].map((target, at) => `<Relationship Id="rId${at + 1}" Type="http://x/${['worksheet', 'styles', 'theme'][at]}" Target="${target}"/>`).join('')}</Relationships>`,
        'xl/theme/theme1.xml':
          '<a:theme xmlns:a="x"><a:clrScheme><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1><a:dk2><a:srgbClr val="1F497D"/></a:dk2><a:accent1><a:srgbClr val="4F81BD"/></a:accent1></a:clrScheme><a:fmtScheme><a:srgbClr val="123456"/></a:fmtScheme></a:theme>',
        'xl/styles.xml': `<styleSheet><fonts><font/></fonts><fills>${['theme="4"', 'theme="4" tint="-0.249977111117893"', 'theme="0" tint="-0.5"', 'indexed="13"', 'theme="3"', 'theme="9"'].map(fill).join('')}</fills><cellXfs>${[0, 1, 2, 3, 4, 5].map((id) => `<xf fillId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${[...'ABCDEF'].map((column, at) => `<c r="${column}1" s="${at}"><v>1</v></c>`).join('')}</row></sheetData></worksheet>`,
      }),
    )

    // As LibreOffice shows them; Excel differs by a last digit.
    expect(Object.values(cells).map(({ style }) => style.background)).toEqual([
      '#4f81bd',
      '#376092',
      '#808080',
      '#ffff00',
      '#1f497d',
      '',
    ])
  })

  it('is read wherever its parts are, with days from 1904 and characters that XML has not', async () => {
    const files = {
      '_rels/.rels':
        '<Relationships><Relationship Id="a" Type="http://x/officeDocument" Target="/Book/Main.xml"/></Relationships>',
      'book/main.xml':
        '<workbook><workbookPr date1904="1"/><sheets><sheet name="Chart" r:id="r1"/><sheet name="Days" r:id="r2"/></sheets></workbook>',
      'Book/_rels/Main.xml.rels':
        '<Relationships><Relationship Id="r1" Type="http://x/chartsheet" Target="chartsheets/s.xml"/><Relationship Id="r2" Type="http://x/worksheet" Target="../Book/worksheets/days.xml"/><Relationship Id="r3" Type="http://x/styles" Target="styles.xml"/><Relationship Id="r4" Type="http://x/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
      'Book/styles.xml': '<styleSheet><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>',
      'Book/sharedStrings.xml': '<sst><si><t>a_x000D_\nb_x005F_x0041_</t></si></sst>',
      'Book/worksheets/days.xml':
        '<worksheet><sheetData><row r="1"><c r="A1" s="1"><v>1</v></c><c r="B1"><v>1</v></c><c r="C1" t="s"><v>0</v></c></row></sheetData></worksheet>',
    }
    const { sheets } = await readXlsx(await zipped(new Map(Object.entries(files))))

    expect(sheets.map(({ name }) => name)).toEqual(['Days'])
    expect([...(sheets[0]?.cells.values() ?? [])].map(({ text }) => text)).toEqual(['1463', '1', 'a\nb_x0041_'])
    expect(new ShownTexts({ sheets }).at(0, placeOf(0, 0))).toBe('1904-01-02')
  })

  it('keeps texts and columns of any length', async () => {
    const long = 'long '.repeat(10_000)
    const [sheet] = (
      await readXlsx(
        await sheetXml(
          `<cols><col min="1" max="16384" width="9"/></cols><sheetData><row r="1"><c r="XFD1" t="inlineStr"><is><t>${long}</t></is></c></row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>`,
        ),
      )
    ).sheets

    expect(sheet?.cells.get(placeOf(0, 16_383))?.text).toBe(long)
    expect(sheet?.merges).toEqual([])
    expect(sheet?.widths.size).toBe(16_384)
  })

  it.each([
    ['more rows than a sheet has', '<row><c><v>1</v></c></row>'.repeat(100_001)],
    ['a cell behind the last row', '<row r="1048576"><c r="A1048576"><v>1</v></c></row>'],
    ['more cells than there may be', `<row>${'<c><v>1</v></c>'.repeat(16_000)}</row>`.repeat(13)],
  ])('is refused rather than truncated when it has %s', async (_, rows) => {
    await expect(sheetXml(`<sheetData>${rows}</sheetData>`).then(readXlsx)).rejects.toThrow(TooLargeWorkbook)
  })
})
