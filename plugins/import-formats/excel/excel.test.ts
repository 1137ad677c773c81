import { describe, expect, it } from 'vitest'
import { refusalBy } from '#tests/support/refusal.ts'
import plugin from '../plugin.ts'
import { foundIn, sourceOf } from '../testing/found-in.ts'
import { zipped } from '../testing/zipped.ts'

const formats = plugin.contributes.map(({ value }) => value)
const LONG = 'x'.repeat(1_000_000)
const sheet = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const workbook = (first: string, more: Readonly<Record<string, string>> = {}) =>
  zipped({
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="Prices &amp; more" sheetId="1" r:id="r1"/><sheet name="Old" state="hidden" r:id="r2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="worksheets/sheet2.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst><si><t>Name</t></si><si><r><t>登</t></r><r><t>录</t></r><rPh><t>x</t></rPh></si><si><t>${LONG}</t></si></sst>`,
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="9"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': first,
    'xl/worksheets/sheet2.xml': sheet(''),
    ...more,
  })

/** 40 MB that differ enough not to be packed to nearly nothing. */
const manyRows = (): string =>
  Array.from({ length: 900_000 }, (_, at) => `<row><c><v>${(at * 7_919) % 999_983}</v></c></row><!-- ${at} -->`).join(
    '',
  )

/** As Excel writes them. */
const TYPED = {
  'xl/_rels/workbook.xml.rels': `<Relationships>${[1, 2].map((at) => `<Relationship Id="r${at}" Type="http://x/worksheet" Target="worksheets/sheet${at}.xml"/>`).join('')}</Relationships>`,
}

describe('a workbook of Excel', () => {
  it('becomes a page with a table for each sheet, with what people see in the cells', async () => {
    const rows = [
      '<row><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Day</t></is></c></row>',
      '<row/>',
      '<row><c r="A3" t="s"><v>1</v></c><c r="B3"><v>0.30000000000000004</v></c><c r="C3" s="1"><v>45322</v></c></row>',
      '<row><c r="A4" t="b"><v>1</v></c><c r="B4" s="3"><v>0.25</v></c><c r="C4" s="2"><v>45322.5</v></c><c r="D4" t="str"><f>A1</f><v>a|b</v></c></row>',
    ].join('')

    const { format, pages, warnings } = await foundIn(formats, sourceOf('Shop.xlsx', await workbook(sheet(rows))))

    expect(format).toBe('excel')
    expect(pages.map(({ title, content }) => [title, content])).toEqual([
      [
        'Prices & more',
        [
          '| Name |  | Day |  |',
          '| --- | --- | --- | --- |',
          '| 登录 | 0.3 | 2024-01-31 |  |',
          '| TRUE | 25% | 2024-01-31 12:00:00 | a\\|b |',
        ].join('\n'),
      ],
    ])
    expect(warnings).toEqual(['The hidden sheet Old was left out.'])
  })

  it('is read whatever its folder and its parts are called', async () => {
    const relation = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`
    const file = await zipped({
      '[Content_Types].xml': '<Types/>',
      'wtf/workbook2.xml':
        '<workbook><sheets><sheet name="A" r:id="r1"/><sheet name="B" r:id="r2"/></sheets></workbook>',
      'wtf/_rels/workbook2.xml.rels': `<Relationships>${relation('r1', 'worksheet', 'worksheets/one.xml')}${relation('r2', 'worksheet', '/wtf/worksheets/two.xml')}${relation('r3', 'sharedStrings', 'sharedStrings2.xml')}</Relationships>`,
      'wtf/sharedStrings2.xml': '<sst><si><t>Text</t></si></sst>',
      'wtf/worksheets/one.xml': sheet('<row><c t="s"><v>0</v></c></row>'),
      'wtf/worksheets/two.xml': sheet('<row><c><v>7</v></c></row>'),
      'wtf/worksheets/_rels/one.xml.rels': `<Relationships>${relation('r1', 'comments', '../comments1.xml')}</Relationships>`,
      'wtf/comments1.xml':
        '<comments><commentList><comment ref="A1"><text><t>Said</t></text></comment></commentList></comments>',
    })

    const { format, pages } = await foundIn(formats, sourceOf('Odd.xlsx', file))

    expect(format).toBe('excel')
    expect(pages.map(({ title, content }) => [title, content])).toEqual([
      ['A', '| Text |\n| --- |\n\n- A1: Said'],
      ['B', '| 7 |\n| --- |'],
    ])
  })

  it('shows no text in cells that have a type or a style, and no value', async () => {
    const rows = [
      '<row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1" t="s"/><c r="C1" s="1"/><c r="XFD1" s="1"/></row>',
      '<row r="2"><c t="s"><v/></c><c><v>2</v></c></row>',
    ].join('')

    const { pages } = await foundIn(formats, sourceOf('a.xlsx', await workbook(sheet(rows))))

    expect(pages[0]?.content).toBe('| 登录 |  |\n| --- | --- |\n|  | 2 |')
  })

  it('becomes several pages where a sheet is long, and loses no row', async () => {
    const rows = Array.from({ length: 2_501 }, (_, at) => `<row><c t="str"><v>r${at}</v></c></row>`).join('')

    const { pages } = await foundIn(formats, sourceOf('Shop.xlsx', await workbook(sheet(rows))))

    expect(pages.map(({ title }) => title)).toEqual([
      'Prices & more 1–1000',
      'Prices & more 1001–2000',
      'Prices & more 2001–2500',
    ])
    const lines = pages.flatMap(({ content }) => content.split('\n').slice(2))
    expect(lines).toEqual(Array.from({ length: 2_500 }, (_, at) => `| r${at + 1} |`))
  })

  it('repeats the text of merged cells in each of their rows, in their first column only', async () => {
    const rows = [
      '<row r="1"><c r="A1" t="str"><v>Group</v></c><c r="B1" t="str"><v>Both</v></c><c r="C1"/></row>',
      '<row r="3"><c r="A3" t="str"><v>users</v></c><c r="B3" t="str"><v>id</v></c><c r="C3" t="str"><v>key</v></c></row>',
      '<row r="4"><c r="A4"/><c r="B4" t="str"><v>name</v></c></row>',
      // A row with nothing but merged cells stays away.
      '<row r="5"><c r="A5" s="1"/></row>',
      '<row r="6"><c r="C6" t="str"><v>last</v></c></row>',
      '<row r="7"><c r="B7" t="str"><v>after</v></c></row>',
    ].join('')
    const merges = ['B1:C1', 'A3:A6', 'A7:A9', 'nonsense', 'B3:B3'].map((ref) => `<mergeCell ref="${ref}"/>`).join('')
    const first = `<worksheet><sheetData>${rows}</sheetData><mergeCells>${merges}</mergeCells></worksheet>`

    const { pages } = await foundIn(formats, sourceOf('a.xlsx', await workbook(first)))

    expect(pages[0]?.content.split('\n')).toEqual([
      '| Group | Both |  |',
      '| --- | --- | --- |',
      '| users | id | key |',
      '| users | name |  |',
      '| users |  | last |',
      '|  | after |  |',
    ])
  })

  it('shows nothing that is hidden, and tells how much that was', async () => {
    const first = `<worksheet><cols><col min="2" max="2" width="9" hidden="1"/><col min="9" max="16384" hidden="1"/></cols><sheetData>${[
      '<row r="1"><c r="A1" t="str"><v>Name</v></c><c r="B1" t="str"><v>salary</v></c><c r="C1" t="str"><v>Team</v></c></row>',
      '<row r="2" hidden="1"><c r="A2" t="str"><v>secret</v></c></row>',
      '<row r="3"><c r="C3" t="str"><v>web</v></c></row>',
      '<row r="4" hidden="1"/>',
    ].join('')}</sheetData><mergeCells><mergeCell ref="A2:A3"/></mergeCells></worksheet>`

    const { pages, warnings } = await foundIn(formats, sourceOf('a.xlsx', await workbook(first)))

    expect(pages[0]?.content).toBe('| Name | Team |\n| --- | --- |\n| secret | web |')
    expect(warnings).toEqual([
      'Hidden rows of the sheet Prices & more that were left out: 1',
      'Hidden columns of the sheet Prices & more that were left out: 1',
      'The hidden sheet Old was left out.',
    ])
  })

  it('tells what lies on its sheets and is in no table', async () => {
    const more = {
      'xl/comments1.xml': '<comments><commentList><comment ref="A1"/><comment ref="A2"/></commentList></comments>',
      'xl/drawings/drawing1.xml':
        '<xdr:wsDr><xdr:twoCellAnchor><xdr:pic/></xdr:twoCellAnchor><xdr:twoCellAnchor><mc:AlternateContent><mc:Choice><xdr:graphicFrame/></mc:Choice><mc:Fallback><xdr:sp/></mc:Fallback></mc:AlternateContent></xdr:twoCellAnchor></xdr:wsDr>',
    }

    const { warnings } = await foundIn(formats, sourceOf('a.xlsx', await workbook(sheet(''), more)))

    expect(warnings.slice(-3)).toEqual([
      'Not taken over: Comments – 2',
      'Not taken over: Pictures – 1',
      'Not taken over: Charts – 1',
    ])
  })

  it('lists the comments on its cells below the table, except those on hidden ones', async () => {
    const cells =
      '<row r="1"><c r="A1" t="str"><v>Name</v></c></row><row r="2"><c r="A2" t="str"><v>web</v></c></row><row r="3" hidden="1"/>'
    const comment = (at: string, text: string) => `<comment ref="${at}"><text><r><t>${text}</t></r></text></comment>`
    const more = {
      'xl/worksheets/_rels/sheet1.xml.rels':
        '<Relationships><Relationship Id="c" Type="http://x/relationships/comments" Target="../comments1.xml"/></Relationships>',
      'xl/comments1.xml': `<comments><authors><author>Li</author></authors><commentList>${comment('A2', 'Li:\nask | first')}${comment('A3', 'secret')}</commentList></comments>`,
    }

    const { pages, warnings } = await foundIn(formats, sourceOf('a.xlsx', await workbook(sheet(cells), more)))

    expect(pages[0]?.content).toBe('| Name |\n| --- |\n| web |\n\n- A2: Li:<br>ask \\| first')
    expect(warnings.at(-1)).toBe('Not taken over: Comments – 1')
  })

  it('lists what people said to each other at a cell, in place of the notice for older programs', async () => {
    const notice = (text: string) =>
      `[线程批注]\n\n你的Excel版本可读取此线程批注; 但如果在更新版本的Excel中打开文件，则对批注所作的任何改动都将被删除。了解详细信息: https://go.microsoft.com/fwlink/?linkid=870924\n\n${text}`
    const note = (at: string, author: number, text: string) =>
      `<comment ref="${at}" authorId="${author}"><text><t>${text}</t></text></comment>`
    const said = (at: string, person: string, text: string) =>
      `<threadedComment ref="${at}" personId="{${person}}" id="{${text}}"><text>${text}</text><mentions><mention/></mentions></threadedComment>`
    const more = {
      'xl/worksheets/_rels/sheet1.xml.rels':
        '<Relationships><Relationship Id="c" Type="http://x/relationships/comments" Target="../comments1.xml"/><Relationship Id="t" Type="http://schemas.microsoft.com/office/2017/10/relationships/threadedComment" Target="../threadedComments/threadedComment1.xml"/></Relationships>',
      'xl/comments1.xml': `<comments><authors><author>tc={1}</author><author>Li</author></authors><commentList>${note('A1', 0, notice('注释:\n    why?\n答复:\n    because'))}${note('B1', 1, 'Li:\nplain')}${note('A2', 0, notice('注释:\n    kept by another program'))}</commentList></comments>`,
      'xl/threadedComments/threadedComment1.xml': `<ThreadedComments>${said('A1', 'w', 'why?')}${said('A1', 'l', 'because')}${said('B2', 'x', 'alone')}</ThreadedComments>`,
      'xl/persons/person.xml':
        '<personList><person displayName="王芳" id="{w}"/><person displayName="Li" id="{l}"/></personList>',
    }
    const cells = '<row r="1"><c r="A1" t="str"><v>Name</v></c></row><row r="2"><c r="A2" t="str"><v>web</v></c></row>'

    const { pages, warnings } = await foundIn(formats, sourceOf('a.xlsx', await workbook(sheet(cells), more)))

    expect(pages[0]?.content.split('\n').slice(4)).toEqual([
      '- A1: 王芳: why?<br>Li: because',
      '- B1: Li:<br>plain',
      '- A2: 注释:<br>    kept by another program',
      '- B2: alone',
    ])
    expect(warnings).toEqual(['The hidden sheet Old was left out.'])
  })

  it('has no pronunciations, wherever they stand', async () => {
    const said = '<r><t>登录</t></r><rPh sb="0" eb="2"><t>とうろく</t></rPh>'
    const first = sheet(`<row r="1"><c r="A1" t="inlineStr"><is>${said}</is></c></row>`)
    const more = {
      ...TYPED,
      'xl/worksheets/_rels/sheet1.xml.rels':
        '<Relationships><Relationship Id="c" Type="http://x/relationships/comments" Target="../comments1.xml"/></Relationships>',
      'xl/comments1.xml': `<comments><commentList><comment ref="A1"><text>${said}</text></comment></commentList></comments>`,
    }
    const file = sourceOf('a.xlsx', await workbook(first, more))

    expect((await foundIn(formats, file)).pages[0]?.content).toBe('| 登录 |\n| --- |\n\n- A1: 登录')
    const { pages } = await foundIn(formats, file, { options: { isSheets: true } })
    expect(JSON.parse(pages[0]?.content ?? '')).toMatchObject([{ rows: { 0: { cells: { 0: { text: '登录' } } } } }, {}])
  })

  it('becomes one spreadsheet, on request', async () => {
    const first = sheet('<row><c t="str"><v>a</v></c><c t="str"><f>A1</f><v>a</v></c></row>')
    const file = sourceOf('Shop.xlsx', await workbook(first, TYPED))

    const { pages, item } = await foundIn(formats, file, { options: { isSheets: true } })

    expect(item?.name).toBe('Shop')
    expect(pages.map(({ title }) => title)).toEqual(['Shop'])
    expect(JSON.parse(pages[0]?.content ?? '')).toMatchObject([
      { name: 'Prices & more', rows: { 0: { cells: { 0: { text: 'a' }, 1: { text: '=A1' } } } } },
      { name: 'Old', hide: true },
    ])
  })

  it('that is no readable spreadsheet is refused for that reason', async () => {
    const rows = '<row><c><v>1</v></c></row>'.repeat(100_001)
    const file = sourceOf('a.xlsx', await workbook(sheet(rows), TYPED))

    expect(await refusalBy(foundIn(formats, file, { options: { isSheets: true } }))).toMatchObject({
      kind: 'importBroken',
      details: { problem: 'it has more than 500 sheets, 200,000 cells or 100,000 rows in a sheet, or too much text' },
    })
  })

  it('has links to web pages and e-mail addresses, and no others', async () => {
    const cells = ['a|b', 'c', 'd', '[e]'].map((text) => `<c t="str"><v>${text}</v></c>`).join('')
    const links = [
      '<hyperlink ref="A1" r:id="r1"/><hyperlink ref="B1" r:id="r2"/>',
      '<hyperlink ref="C1" r:id="r3" location="x"/><hyperlink ref="D1:D9" r:id="r4"/><hyperlink ref="E1" r:id="r1"/>',
    ].join('')
    const targets = ['https://a.test/(x)?a=1&amp;b=|', 'javascript:alert(1)', 'https://c.test', 'mailto:a@b.test']
    const relations = targets.map(
      (target, at) => `<Relationship Id="r${at + 1}" Type="http://x/hyperlink" Target="${target}"/>`,
    )
    const first = `<worksheet><sheetData><row>${cells}</row></sheetData><hyperlinks>${links}</hyperlinks></worksheet>`
    const more = { 'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships>${relations.join('')}</Relationships>` }

    const { pages } = await foundIn(formats, sourceOf('a.xlsx', await workbook(first, more)))

    expect(pages[0]?.content.split('\n')[0]).toBe(
      '| [a\\|b](https://a.test/%28x%29?a=1&b=%7C) | c | [d](https://c.test#x) | [\\[e\\]](mailto:a@b.test) |',
    )
  })

  it.each([
    [
      'merges the same cells many times',
      `<worksheet><sheetData>${'<row><c><v>1</v></c></row>'.repeat(90_000)}</sheetData><mergeCells>${'<mergeCell ref="A1:A90000"/>'.repeat(10_000)}</mergeCells></worksheet>`,
      'importBroken',
    ],
    ['has a million rows', sheet('<row><c><v>1</v></c></row>'.repeat(1_000_000)), 'importBroken'],
    ['unpacks to far more than its size', ' '.repeat(40_000_000), 'importBroken'],
    ['unpacks to more than a workbook may', sheet(manyRows()), 'importBroken'],
    ['says a long text many times', sheet('<row><c t="s"><v>2</v></c></row>'.repeat(90_000)), 'importBroken'],
    ['has many rows that reach far', sheet('<row><c r="IV1"><v>1</v></c></row>'.repeat(90_000)), 'importBroken'],
    ['has a cell far away', sheet('<row><c r="XFD1"><v>1</v></c></row>'), 'importBroken'],
    ['declares entities', `<!DOCTYPE x [<!ENTITY a "b">]>${sheet('')}`, 'importBroken'],
  ])('is refused when it %s', async (_, first, kind) => {
    const refusal = await refusalBy(foundIn(formats, sourceOf('a.xlsx', await workbook(first))))

    expect(refusal.kind).toBe(kind)
  })

  it('reads a part once, however many sheets name it', async () => {
    const names = Array.from({ length: 300 }, (_, at) => `<sheet name="s${at}" r:id="r1"/>`).join('')
    const more = { 'xl/workbook.xml': `<workbook><sheets>${names}</sheets></workbook>` }

    const { pages } = await foundIn(
      formats,
      sourceOf('a.xlsx', await workbook(sheet('<row><c><v>1</v></c></row>'), more)),
    )

    expect(pages.filter(({ content }) => content !== '').map(({ title }) => title)).toEqual(['s0'])
  })
})
