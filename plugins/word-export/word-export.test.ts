import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import mammoth from 'mammoth'
import { beforeAll, describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { articleMarkdown } from '#adapters/markdown/article-markdown.ts'
import { HOSTILE_MARKDOWN } from '#adapters/markdown/hostile-markdown.ts'
import { sanitizer } from '#adapters/markdown/sanitized.ts'
import type { Item } from '#core/item/item.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import type { Person } from '#tests/support/people.ts'
import plugin from './plugin.ts'
import { WordDocument } from './word-document.ts'
import type { WordFrame, WordPage } from './word-page.ts'
import { WrittenWord } from './written-word.ts'

const { file: operation } = plugin.operations.wordExport

type Home = Awaited<ReturnType<typeof plugWorld>>
let home: Home
beforeAll(async () => {
  home = await plugWorld(plugin)
})

interface Wishes {
  readonly catalogId?: number
  readonly pageId?: number
}
const fileFor = (person: Person, { id }: Pick<Item, 'id'>, wishes: Wishes = {}) =>
  person.do(operation, { itemId: id, ...wishes })
const wordOf = async (item: Pick<Item, 'id'>, wishes: Wishes = {}, person: Person = home.owner): Promise<Buffer> =>
  buffer(Readable.from((await fileFor(person, item, wishes)).content))
const textOf = async (...given: Parameters<typeof wordOf>) =>
  (await mammoth.extractRawText({ buffer: await wordOf(...given) })).value
const htmlOf = async (...given: Parameters<typeof wordOf>) => {
  const { value } = await mammoth.convertToHtml({ buffer: await wordOf(...given) })
  return JSDOM.fragment(value)
}
/** A part of the document, as `word/document.xml`. */
async function partOf(word: Buffer, path: string): Promise<string> {
  const opened = await yauzl.fromBufferPromise(word)
  for await (const entry of opened.eachEntry())
    if (entry.fileName === path) return (await buffer(await opened.openReadStreamPromise(entry))).toString()
  throw new Error(`there is no ${path}`)
}

const FRAME: WordFrame = {
  ...{
    title: 'T',
    about: '',
    contents: 'C',
    unlisted: '',
    comments: '',
    exportedOn: 'E',
    diagram: '',
    diagramName: '',
  },
  ...{ drawings: new Map(), callouts: {}, isOnePage: true },
}
const PAGE: WordPage = {
  ...{ id: 1, title: 'T', begins: [], level: 1, html: '', comments: '' },
  ...{ pageIdAt: new Map(), pictures: new Map() },
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const markdown = articleMarkdown()
const sanitized = sanitizer('')
const withoutBlanks = (text: string): string => text.replaceAll(/\s+/g, '')
/** The readable text, with symbols for checkboxes, and the document's notices on diagrams. */
function readOf(content: string): string {
  const shown = JSDOM.fragment(`<div>${sanitized(markdown.render(content, {}))}</div>`)
  for (const each of shown.querySelectorAll('figcaption')) each.remove()
  for (const box of shown.querySelectorAll('input')) box.replaceWith(box.hasAttribute('checked') ? '☑' : '☐')
  for (const diagram of shown.querySelectorAll('.mermaid')) diagram.prepend('Diagram (Mermaid source)')
  for (const picture of shown.querySelectorAll('img'))
    picture.replaceWith(picture.src.startsWith('data:') ? '' : picture.alt)
  return withoutBlanks(
    // oxlint-disable-next-line no-control-regex
    (shown.textContent ?? '').replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''),
  )
}

const piece = fc.oneof(
  fc.constantFrom(
    ...HOSTILE_MARKDOWN,
    ...['# 概述\n', '**粗体** ', '*a*`b <c>` ', '| a | b |\n|-|:-:|\n| c | d |\n', '- [x] e\n- f\n  1. g\n', '> h\n\n'],
    ...[
      '```ts\nconst a = "<b>" // 注释\n\n\tb()\n```\n',
      '[^1]\n\n[^1]: i\n\n',
      '[j](https://example.org/a?b=c&d#e)\n',
    ],
    ...['<table><tr><th colspan=2>k</th></tr><tr><td rowspan=3>l</td><td>m<ul><li>n</li></ul></td></tr></table>\n\n'],
    ...[
      '<table><tr><td colspan=99999 rowspan=99999>o</td><td rowspan=0>p</td></tr><tr></tr><tr><td>q</td></tr></table>\n\n',
    ],
    ...['<table><tr><td><table><tr><td>r</td></tr></table></td></tr></table>\n\n', '<p>s<div>t</div>u</p>\n\n', '\n\n'],
    ...['<details><summary>v</summary>\n\nw\n\n</details>\n\n', '<dl><dt>x</dt><dd>y</dd></dl>\n\n', '😀\u0001\uFFFF '],
    ...['<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> ', '7. z\n\n', '![alt](/nowhere.png) ', '  <br>\n', '---\n\n'],
  ),
  fc.string({ maxLength: 20 }),
)

describe('a Word document', () => {
  it('[EXP-04] contains the texts of the pages, whatever is in them', async () => {
    const item = await home.addItem()
    const page = await home.addPage(item, { title: 'Title', content: 'x' })
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 10 }), async (pieces) => {
        // Word has its own format for formulas.
        const content = pieces.join('\n').replaceAll(/[$\0]/g, '').toWellFormed()
        const { id } = await home.addPage(item, { title: 'Title', content })

        const text = await textOf(item, { pageId: id })

        expect(withoutBlanks(text)).toBe(`Title${readOf(content)}`)
      }),
      { numRuns: 15 },
    )
    expect(await textOf(item, { pageId: page.id })).toBe('Title\n\nx\n\n')
  })

  it('[EXP-05] [EXP-06] [EXP-08] [EXP-09] has the item, a catalog or a page for people who may copy it', async () => {
    const item = await home.addItem({ name: 'Payments' })
    const own = await home.addCatalog(item, { name: 'Own' })
    const other = await home.addCatalog(item, { name: 'Other' })
    await home.addPage(item, { title: 'Root', content: 'root text' })
    const page = await home.addPage(item, { title: 'Mine', catalogId: own.id, content: 'own text' })
    const secret = await home.addPage(item, { title: 'Secret', catalogId: other.id, content: 'other text' })
    const gone = await home.addPage(item, { title: 'Gone', content: 'deleted text' })
    await home.product.database.pages.recycle(gone.id, home.owner.id, home.clock.now())
    const limited = await home.addUser('limited')
    await home.addMember(item, limited, 'editor', own.id)

    const whole = await htmlOf(item)
    const headings = [...whole.querySelectorAll('h1, h2')].map((each) => `${each.tagName} ${each.textContent}`)
    expect(headings).toEqual(
      ['H1 Root', 'H1 Own', 'H2 Mine', 'H1 Other', 'H2 Secret'].toSpliced(0, 0, ...headings.slice(0, -5)),
    )
    expect(whole.textContent).not.toMatch(/Gone|deleted text/)
    expect(whole.textContent).not.toContain(home.owner.username)

    expect(await outcomeOf(fileFor(home.visitor, item))).toBe('loginRequired')
    for (const person of [home.stranger, home.reader, limited])
      expect(await outcomeOf(fileFor(person, item))).toBe('notAllowed')
    expect(await outcomeOf(fileFor(limited, item, { pageId: secret.id }))).toBe('notAllowed')
    for (const wishes of [{ catalogId: own.id }, { pageId: page.id }]) {
      const text = await textOf(item, wishes, limited)
      expect(text).toContain('own text')
      expect(text).not.toMatch(/other text|Secret|root text/)
    }
  })

  it('has styles, a list of contents, East Asian fonts, and begins each page on a new sheet', async () => {
    const item = await home.addItem({ name: '支付' })
    for (const title of ['One', 'Two', 'Three']) await home.addPage(item, { title, content: '## 概述\n\n`code`' })

    const word = await wordOf(item)

    const document = await partOf(word, 'word/document.xml')
    expect(document.match(/<w:pageBreakBefore\/>/g)).toHaveLength(3)
    // A number of its own for each: LibreOffice leaves a field for all contents as it is.
    const lines = [...document.matchAll(/<w:p>(?:(?!<\/w:p>).)*<w:hyperlink [^>]*w:anchor="(\w+)".*?<\/w:p>/gs)]
    expect(lines.map(([line]) => /<w:t [^>]*>([^<]*)<\/w:t>/.exec(line)?.[1])).toEqual([
      ...['One', '概述', 'Two', '概述', 'Three', '概述'],
    ])
    for (const [line, bookmark] of lines) expect(line).toMatch(new RegExp(`<w:tab/>.*PAGEREF ${bookmark} `, 's'))
    const bookmarks = lines.map(([, bookmark]) => bookmark)
    expect(new Set(bookmarks).size).toBe(6)
    expect(document).not.toContain('ContentsPlace')
    for (const bookmark of bookmarks) expect(document).toContain(`<w:bookmarkStart w:name="${bookmark}"`)
    expect(document).toContain('w:eastAsia="Microsoft YaHei"')
    const styles = await partOf(word, 'word/styles.xml')
    expect(styles).toContain('w:eastAsia="Microsoft YaHei"')
    expect(styles).toMatch(/w:styleId="Code"/)
    // Without its rule, LibreOffice makes every line this high, and cuts off pictures.
    for (const [spacing] of styles.matchAll(/<w:spacing [^>]*w:line=[^>]*>/g)) expect(spacing).toContain('w:lineRule=')
  })

  it('lists headings down to the third level, but those in tables, and only pages where all would be too many', async () => {
    const linesOf = async (pages: readonly Partial<WordPage>[]): Promise<readonly string[]> => {
      const frame = { ...FRAME, unlisted: 'and more', isOnePage: false }
      const written = new WrittenWord(frame)
      const word = await buffer(
        Readable.from(
          written.pieces(async () => {
            for (const [at, page] of pages.entries()) await written.add({ ...PAGE, id: at + 1, ...page })
          }),
        ),
      )
      const document = await partOf(word, 'word/document.xml')
      const [contents = ''] = document.split('<w:sectPr')
      return [...contents.matchAll(/<w:t [^>]*>([^<]*)<\/w:t>/g)].map(([, text = '']) => text).slice(3)
    }
    const html =
      '<h1 id="a">A <b>b</b></h1><h2 id="b"></h2><h2 id="c">C</h2><h3 id="d">D</h3><table><tr><td><h1 id="e">E</h1></td></tr></table>'
    const begins = [{ name: 'Catalog', level: 1 }]

    expect(await linesOf([{ title: 'One', html, comments: '<h1 id="f">F</h1>' }])).toEqual(['One', 'A b', 'C'])
    expect(await linesOf([{ title: 'One', begins, level: 2, html }])).toEqual(['Catalog', 'One', 'A b'])
    const many = Array.from({ length: 5_001 }, (_, at) => ({ title: `${at}` }))
    const lines = await linesOf([{ title: 'first', html }, ...many])
    expect(lines.slice(0, 2)).toEqual(['first', '0'])
    expect(lines.slice(-2)).toEqual(['4998', 'and more'])
    expect((await linesOf([{ title: 'first', html }, ...many.slice(2)])).slice(-1)).toEqual(['5000'])
  })

  it('shows a diagram as it was drawn, with its source as description, and any other as its source', async () => {
    const source = 'graph TD\n  甲["<b>"] --> B\n'
    const fence = '```'
    const content = `${fence}mermaid\n${source}${fence}\n\n${fence}mermaid\npie\n${fence}`
    const html = sanitized(markdown.render(content, {}))
    const drawings = new Map([
      [source, new Uint8Array(PIXEL)],
      ['pie\n', new Uint8Array([1, 2, 3])],
    ])

    const written = new WrittenWord({ ...FRAME, diagram: 'As typed:', diagramName: 'Diagram', drawings })
    const word = await buffer(Readable.from(written.pieces(() => written.add({ ...PAGE, html }))))

    const { value } = await mammoth.convertToHtml({ buffer: word })
    const shown = JSDOM.fragment(value)
    // XML turns line breaks there into spaces.
    expect(shown.querySelector('img')?.getAttribute('alt')).toBe(source.replaceAll('\n', ' '))
    expect(shown.textContent).not.toContain('graph TD')
    // Other files are not displayed as pictures.
    expect(shown.textContent).toMatch(/As typed:pie/)
  })

  it('links pages to each other, and has no links without a target', async () => {
    const item = await home.addItem()
    const target = await home.addPage(item, { title: 'Target', content: '## Part one' })
    const content = [
      `[a](/${item.id}/${target.id}#part-one)`,
      `[b](/page/${target.id})`,
      '[c](/user/login) [d](https://example.org/) [e](#nowhere)',
    ].join(' ')
    const page = await home.addPage(item, { title: 'Source', content })

    const word = await wordOf(item)

    const document = await partOf(word, 'word/document.xml')
    const names = new Set([...document.matchAll(/<w:bookmarkStart [^>]*w:name="([^"]+)"/g)].map(([, name]) => name))
    const { value } = await mammoth.convertToHtml({ buffer: word })
    const links = [...JSDOM.fragment(value).querySelectorAll('p a[href]')].filter(({ textContent }) =>
      /^[a-e]$/.test(textContent ?? ''),
    )
    expect(links.map(({ textContent }) => textContent)).toEqual(['a', 'b', 'd', 'e'])
    for (const link of links.slice(0, 2)) expect(names).toContain(link.getAttribute('href')?.slice(1))
    expect(links[2]?.getAttribute('href')).toBe('https://example.org/')
    expect(page.id).toBeGreaterThan(target.id)
  })

  it('indents tables and code within lists and quotes as the text around them', async () => {
    const item = await home.addItem()
    const inside = ['```js\ncode()\n```', '| a | b |\n| - | - |\n| c | d |']
    const within = (before: string) => inside.map((text) => text.replaceAll(/^/gm, before)).join(`\n${before}\n`)
    const content = `${within('')}\n\n- one\n\n${within('  ')}\n\n  - two\n\n${within('    ')}\n\n> [!NOTE]\n${within('> ')}\n`
    await home.addPage(item, { title: 'P', content })

    const xml = await partOf(await wordOf(item), 'word/document.xml')

    const code = [...xml.matchAll(/<w:pStyle w:val="Code"\/>(?:<w:ind w:left="(\d+)"\/>)?/g)]
    expect(code.map(([, left]) => left)).toEqual([undefined, '420', '840', '240'])
    const tables = [...xml.matchAll(/<w:tblW w:type="dxa" w:w="(\d+)"\/>(?:<w:tblInd w:type="dxa" w:w="(\d+)"\/>)?/g)]
    expect(tables.map(([, width, left]) => [width, left])).toEqual([
      ['9026', undefined],
      ['8606', '420'],
      ['8186', '840'],
      ['8786', '240'],
    ])
  })

  it('gives callouts their titles in the language of the export', async () => {
    const item = await home.addItem()
    const page = await home.addPage(item, { content: '> [!WARNING]\n> back up first\n\n> [!NOTE]' })

    const text = await textOf(item, { pageId: page.id })

    expect(text.split(/\n+/).slice(1, 4)).toEqual(['Warning', 'back up first', '[!NOTE]'])
  })

  it('has tables with borders and joined headings, colored code, formulas and pictures', async () => {
    const item = await home.addItem()
    const content = [
      '<table><thead><tr><th rowspan="2">A</th><th colspan="2">B</th></tr><tr><th>C</th><th>D</th></tr></thead><tr><td>1</td><td>2</td><td>3</td></tr></table>',
      '```ts\nconst a = 1\n```',
      '$\\frac{a}{b}$ and $\\nothingknown{a}$',
      `![pixel](data:image/png;base64,${PIXEL.toString('base64')})`,
      '```mermaid\ngraph TD; A-->B\n```',
    ].join('\n\n')
    const page = await home.addPage(item, { content })

    const word = await wordOf(item, { pageId: page.id })

    const document = await partOf(word, 'word/document.xml')
    expect(document).toMatch(/<w:gridSpan w:val="2"\/>/)
    expect(document).toMatch(/<w:vMerge w:val="restart"\/>/)
    expect(document).toMatch(/<w:tblHeader\/>/)
    expect(document.match(/<w:trPr>.*?<\/w:trPr>/g)).toEqual([
      '<w:trPr><w:tblHeader/></w:trPr>',
      '<w:trPr><w:tblHeader/></w:trPr>',
      '<w:trPr><w:cantSplit/></w:trPr>',
    ])
    expect(document).toMatch(/<w:insideH [^>]*w:val="single"/)
    expect(document).toMatch(/<w:color w:val="2F55D4"\/>.{0,200}const/)
    expect(document).toContain('<m:f>')
    expect(document).toContain('nothingknown')
    const { value } = await mammoth.convertToHtml({ buffer: word })
    expect(JSDOM.fragment(value).querySelector('img')?.getAttribute('src')).toBe(
      `data:image/png;base64,${PIXEL.toString('base64')}`,
    )
    expect(value).toContain('graph TD; A--&gt;B')
  })

  it('numbers each list by itself, and leaves text in braces as it was typed', async () => {
    const item = await home.addItem()
    const typed = 'see {signs-0}, {numbers-1-1} and rId{x.png}'
    const lists = '1. a\n2. b\n\ntext\n\n1. c\n\n<table><tr><td><ol start="7"><li>d</li></ol></td></tr></table>'
    await home.addPage(item, { title: 'One', content: `${typed}\n\n${lists}` })
    await home.addPage(item, { title: 'Two', content: `- e\n\n${lists}` })

    const word = await wordOf(item)

    const { value } = await mammoth.extractRawText({ buffer: word })
    expect(value).toContain(typed)
    const document = await partOf(word, 'word/document.xml')
    const used = [...document.matchAll(/<w:numId w:val="(\d+)"\/>/g)].map(([, id]) => id)
    // Of a list of two entries both have the same.
    const [a, b, c, d, e, ...more] = used
    expect(b).toBe(a)
    expect(new Set([a, c, d, e, ...more]).size).toBe(7)
    const numbering = await partOf(word, 'word/numbering.xml')
    for (const id of used) expect(numbering).toMatch(new RegExp(`<w:num w:numId="${id}"`))
    expect(numbering.match(/<w:abstractNum [^>]*w:abstractNumId/g)?.length).toBeGreaterThanOrEqual(3)
  })

  it('contains a picture once, however many pages show it', async () => {
    const item = await home.addItem()
    const picture = `![pixel](data:image/png;base64,${PIXEL.toString('base64')})`
    for (const title of ['One', 'Two']) await home.addPage(item, { title, content: `${picture} ${picture}` })

    const word = await wordOf(item)

    const opened = await yauzl.fromBufferPromise(word)
    const names: string[] = []
    for await (const { fileName } of opened.eachEntry()) names.push(fileName)
    // Programs recognise the file by its first entry.
    expect(names[0]).toBe('[Content_Types].xml')
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => name.startsWith('word/media/'))).toHaveLength(1)
    expect((await htmlOf(item)).querySelectorAll('img')).toHaveLength(4)
  })

  it('writes a document like the first one after another, also when one between them was not taken to its end', async () => {
    const item = await home.addItem({ name: 'Repeated' })
    await home.addPage(item, { title: 'Lists', content: '1. one\n2. two\n\n- three\n\n[link](#)' })
    // The library numbers the bookmarks of all documents of a thread; only within one do they have to differ.
    const text = async () => (await partOf(await wordOf(item), 'word/document.xml')).replaceAll(/ w:id="\d+"/g, '')
    const first = await text()
    for await (const _ of Readable.from((await fileFor(home.owner, item)).content)) break

    for (const _ of [1, 2, 3]) expect(await text()).toBe(first)
  })

  it('tells whoever exports when a page does not fit into memory', async () => {
    const failing = new WordDocument({ ...({ drawings: null } as unknown as WordFrame) }, { memoryMb: 8 })
    await expect(buffer(Readable.from(failing.fileWith(Readable.from([]))))).rejects.toMatchObject({
      kind: 'wordTooLarge',
    })
  })
})
