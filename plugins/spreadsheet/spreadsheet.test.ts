import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { limits, type RenderSetting } from '#core/plugin.ts'
import { comparedLines } from './compared.ts'
import { pageKind } from './kind.ts'
import { readWorkbook } from './read-workbook.ts'

const NOWHERE = { language: 'en', globalParams: null } as const
const content = JSON.stringify([
  {
    name: 'Stock | 库存',
    merges: ['A4:B4'],
    styles: [{ font: { bold: true }, bgcolor: '#fff2cd' }],
    rows: {
      0: { cells: { 0: { text: 'Bin', style: 0 }, 1: { text: 'Count' }, 2: { text: 'Twice' } } },
      1: { cells: { 0: { text: 'A|01 <b>' }, 1: { text: '40' }, 2: { text: '=B2*2' } } },
      2: { cells: { 0: { text: '*star*\nbelow' }, 2: { text: '=TODAY()' } } },
      3: { cells: { 0: { text: 'whole line' } } },
      len: 100,
    },
    validations: [],
  },
  { name: 'Leer', rows: { len: 100 } },
])

describe('recognising a spreadsheet', () => {
  it.each([
    ['a list of sheets', content, true],
    ['one that is cut off', content.slice(0, 200), true],
    ['an empty one', pageKind.empty(), true],
    ['a sheet alone', '{"name":"S","rows":{}}', true],
    ['markdown that begins with a link', '[a](b) "rows"', false],
    ['markdown about one', '# x\n[{"name":"S","rows":{}}]', false],
    ['another list', '[{"rows":1}]', false],
    ['a list with something else in it', '[{"name":"S","rows":{}},7]', false],
    ['a table of another program', '{"rows":[[1,2]]}', false],
    ['a description of a call', '{"info":{"url":"/rows"},"request":{}}', false],
  ])('%s', (_, text, is) => expect(pageKind.recognises(text)).toBe(is))
})

describe('a spreadsheet as markdown', () => {
  it('[SHEET-04] has a table for each sheet, with the results of formulas', () => {
    expect(pageKind.render(content, NOWHERE)).toBe(
      [
        '## Stock \\| 库存',
        '',
        '| Bin | Count | Twice |',
        '| --- | --- | --- |',
        '| A\\|01 &lt;b&gt; | 40 | 80 |',
        '| \\*star\\*<br>below |  | =TODAY() |',
        '| whole line |  |  |',
        '',
        '## Leer',
      ].join('\n'),
    )
  })

  it('[SHEET-04] begins with a bounded number of cells for readers, and says so; exports have them all', () => {
    const rows = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, row) => [row, { cells: { 0: { text: `r${row}` }, 24: { text: '1' } } }]),
    )
    const large = JSON.stringify([
      { name: 'One', rows },
      { name: 'Two', rows },
    ])
    const linesOf = (setting: Partial<RenderSetting>) => pageKind.render(large, { ...NOWHERE, ...setting }).split('\n')

    expect(linesOf({})).toHaveLength(2 * 2_003 + 1)
    const [english, chinese] = (['en', 'zh-cn'] as const).map((language) => linesOf({ language, isBeginning: true }))
    expect(english?.filter((line) => line.startsWith('| r'))).toHaveLength(201)
    expect(english).toContain('200 of 2000 rows are shown.')
    expect(english?.at(-1)).toBe('1 of 2000 rows are shown.')
    expect(chinese).toContain('已显示 200 / 2000 行。')
    expect(pageKind.render(content, { ...NOWHERE, isBeginning: true })).toBe(pageKind.render(content, NOWHERE))
    expect(pageKind.textOf(large)).toContain('r1999')
  })

  it('says how many rows the beginning has where its texts are long', () => {
    const cells = { 0: { text: 'x'.repeat(100_000) } }
    const rows = Object.fromEntries(Array.from({ length: 40 }, (_, row) => [row, { cells }]))
    const text = pageKind.render(JSON.stringify([{ name: 'Long', rows }]), { ...NOWHERE, isBeginning: true })

    const shown = text.split('\n').filter((line) => line.startsWith('| x')).length
    expect(shown).toBeLessThan(40)
    expect(text).toContain(`${shown} of 40 rows are shown.`)
  })

  it('is indexed by its names and cells', () => {
    expect(pageKind.textOf(content).split('\n').slice(0, 3)).toEqual([
      'Stock | 库存',
      'Bin Count Twice',
      'A|01 <b> 40 80',
    ])
    for (const word of ['bgcolor', 'merges', 'cells']) expect(pageKind.textOf(content)).not.toContain(word)
  })
})

describe('a comparison', () => {
  it('has a line for each cell, and omits nothing', () => {
    const later = content
      .replace('"40"', '"41"')
      .replace('"style":0', '"style":0,"x":1')
      .replace('"validations":[]', '"validations":[1]')
    const before = comparedLines(content).split('\n')

    expect(
      comparedLines(later)
        .split('\n')
        .filter((line) => !before.includes(line)),
    ).toEqual([
      'Stock | 库存!validations: [1]',
      'Stock | 库存!A1: Bin {bold; background #fff2cd; x: 1}',
      'Stock | 库存!B2: 41',
    ])
    expect(before).toContain('Stock | 库存!A1: Bin {bold; background #fff2cd}')
    expect(before).toContain('Stock | 库存!merge: A4:B4')
  })
})

describe('a merge', () => {
  const merged = (mine: string, theirs: string, choices: ('mine' | 'theirs')[] = []) =>
    pageKind.merge?.({ base: content, mine, theirs }, choices)

  it('joins cells that only one side changed, and keeps the stored text exactly', () => {
    const theirs = content.replace('"Bin"', '"Place"').replace('"len":100', '"len" : 120')

    expect(merged(content.replace('"40"', '"41"'), theirs)).toEqual({
      content: theirs.replace('"40"', '"41"'),
      conflicts: [],
    })
  })

  it('asks about a cell that both changed', () => {
    const [mine, theirs] = [content.replace('"40"', '"41"'), content.replace('"40"', '"42"')]

    expect(merged(mine, theirs)).toEqual({
      content: null,
      conflicts: [{ mine: 'Stock | 库存!B2: 41', theirs: 'Stock | 库存!B2: 42' }],
    })
    expect(merged(mine, theirs, ['mine'])?.content).toBe(mine)
    expect(merged(mine, theirs, ['theirs'])?.content).toBe(theirs)
  })

  it('joins sheets that one side added or removed', () => {
    const mine = JSON.stringify([
      ...(JSON.parse(content) as object[]),
      { name: 'Mine', rows: { 0: { cells: { 0: { text: 'new' } } } } },
    ])
    const theirs = JSON.stringify((JSON.parse(content) as object[]).slice(0, 1))

    const joined = merged(mine, theirs)

    expect(joined?.conflicts).toEqual([])
    expect(readWorkbook(joined?.content ?? '').sheets.map(({ name }) => name)).toEqual(['Stock | 库存', 'Mine'])
  })

  it('joins fields that are unknown here', () => {
    const joined = merged(content.replace('"validations":[]', '"validations":[1]'), content.replace('"40"', '"41"'))

    expect(joined?.content).toBe(content.replace('"40"', '"41"').replace('"validations":[]', '"validations":[1]'))
  })

  it('chooses one side as a whole when one of them is broken', () => {
    const broken = content.slice(0, -9)

    expect(merged(broken, content)).toEqual({ content: null, conflicts: [{ mine: broken, theirs: content }] })
    expect(merged(broken, content, ['mine'])?.content).toBe(broken)
  })
})

describe('a hostile or broken spreadsheet', () => {
  it('is shown as far as it can be read, wherever it is cut off', () => {
    for (let length = 140; length < content.length; length += 1) {
      const cut = content.slice(0, length)
      expect(pageKind.recognises(cut)).toBe(true)
      expect(pageKind.render(cut, NOWHERE)).toContain('Stock')
    }
  })

  const LENGTH = limits.pageContentLength
  const filled = (before: string, piece: (at: number) => string, after: string): string => {
    const pieces: string[] = []
    for (let [at, length] = [0, before.length + after.length]; length < LENGTH; at += 1) {
      const next = piece(at)
      pieces.push(next)
      length += next.length + 1
    }
    return before + pieces.slice(0, -1).join(',') + after
  }
  const cells = (piece: (at: number) => string): string => filled('[{"name":"S","rows":{"0":{"cells":{', piece, '}}}}]')
  it.each([
    [
      'a merge of all cells there can be',
      '[{"name":"S","merges":["A1:XFD1048576"],"rows":{"0":{"cells":{"0":{"text":"a","merge":[1048575,16383]}}}}}]',
    ],
    [
      'merges that all overlap',
      filled('[{"name":"S","rows":{},"merges":[', (at) => `"${at % 2 === 0 ? 'B1' : 'A1'}:ALL90"`, ']}]'),
    ],
    [
      'cells at the ends of a sheet',
      '[{"name":"S","rows":{"1048575":{"cells":{"16383":{"text":"a"}}},"99999":{"cells":{"999":{"text":"b"}}},"0":{"cells":{"0":{"text":"c"}}}}}]',
    ],
    [
      'cells along a diagonal',
      filled('[{"name":"S","rows":{', (at) => `"${at * 7}":{"cells":{"${at % 1000}":{"text":"x"}}}`, '}}]'),
    ],
    ['as many cells as fit', cells((at) => `"${at}":{}`)],
    ['as many sheets as fit', filled('[', () => '{"rows":{}}', ']')],
    [
      'a formula that looks at all cells, in each cell',
      filled(
        '[{"name":"S","rows":{"0":{"cells":{"0":{"text":"1"}}},',
        (at) => `"${at + 1}":{"cells":{"0":{"text":"=SUM(A1:A100000)+A${at + 1}"}}}`,
        '}}]',
      ),
    ],
    ['formulas that double a text', cells((at) => `"${at + 1}":{"text":"=CONCAT(A1:ALL1)&CONCAT(A1:ALL9)"}`)],
    [
      'formulas in a circle',
      filled('[{"name":"S","rows":{', (at) => `"${at}":{"cells":{"0":{"text":"=A${at + 2}+A1"}}}`, '}}]'),
    ],
    [
      'a formula of brackets',
      `[{"name":"S","rows":{"0":{"cells":{"0":{"text":"=${'('.repeat(8_000)}1"},"1":{"text":"=${'-'.repeat(8_000)}1"}}}}}]`,
    ],
    [
      'a criterion of stars',
      `[{"name":"S","rows":{"0":{"cells":{"0":{"text":"${'a'.repeat(30_000)}"},"1":{"text":"=COUNTIF(A1:A1,\\"${'*a'.repeat(3_000)}b\\")"}}}}}]`,
    ],
    [
      'a criterion that almost fits everywhere',
      `[{"name":"S","rows":{"0":{"cells":{"0":{"text":"${'a'.repeat(32_000)}"},"1":{"text":"*${'a'.repeat(16_000)}b"},"2":{"text":"=COUNTIF(A1:A1,B1)"}}}}}]`,
    ],
    ['a formula of percents', `[{"name":"S","rows":{"0":{"cells":{"0":{"text":"=1${'%'.repeat(4_093)}"}}}}}]`],
    ['a hundred thousand levels', `[{"name":"S","rows":{"0":{"cells":{"0":{"text":${'['.repeat(100_000)}`],
    [
      'styles of other types',
      '[{"name":{},"styles":[null,1,{"font":7,"color":{},"bgcolor":"url(x)"}],"rows":[null,{"cells":[{"text":{},"style":2},{"style":1e9},{"style":-1},7]}]}]',
    ],
    [
      'names of prototypes',
      '[{"name":"__proto__","rows":{"0":{"cells":{"0":{"text":"=constructor()","__proto__":{"polluted":1}}}},"__proto__":{"polluted":1}}}]',
    ],
  ])('is processed quickly: %s', { timeout: 120_000 }, (_, text) => {
    pageKind.recognises(text)
    expect(pageKind.textOf(text).length).toBeLessThan(4_000_000)
    expect(pageKind.render(text, NOWHERE).length).toBeLessThan(4_000_000)
    pageKind.compare?.(text, text)
    pageKind.merge?.({ base: text, mine: `${text} `, theirs: ` ${text}` }, [])
    expect(Object.prototype).not.toHaveProperty('polluted')
  })
})

const CORPUS = process.env['OCTAVO_CORPUS']
it.skipIf(CORPUS === undefined)('reads the sheets of ShowDoc', () => {
  const database = new DatabaseSync(`${CORPUS}/showdoc/2.10.5/Sqlite/showdoc.db.php`, { readOnly: true })
  const rows = database
    .prepare(
      "select page_content from page join item on item.item_id = page.item_id where item_type = 4 and page_content <> ''",
    )
    .all() as { page_content: string }[]
  const contents = rows.map(({ page_content: text }) =>
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&#039;', "'")
      .replaceAll('&amp;', '&'),
  )

  expect(contents.length).toBeGreaterThan(0)
  for (const text of contents) {
    expect(pageKind.recognises(text)).toBe(true)
    expect(pageKind.render(text, NOWHERE)).toContain('| A01 | TENT-2P-GRN | 40 | 39 | -1 | 少一件 &amp; 待查 |')
  }
})
