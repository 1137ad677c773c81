import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { articleMarkdown } from '#adapters/markdown/article-markdown.ts'
import { refusalBy } from '#tests/support/refusal.ts'
import { ZipReader } from '#plugins/markdown-archive/api.ts'
import plugin from '../plugin.ts'
import { foundIn, sourceOf } from '../testing/found-in.ts'
import { zipped } from '../testing/zipped.ts'

const formats = plugin.contributes.map(({ value }) => value)
const WORDS = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const heading = (text: string, level = 1) =>
  `<w:p><w:pPr><w:pStyle w:val="h${level}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="rId1" xmlns:r="${OFFICE}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`

const word = (body: string, more: Readonly<Record<string, string | Buffer>> = {}) =>
  zipped({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="a" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/image" Target="media/a.png"/></Relationships>`,
    'word/styles.xml': `<w:styles xmlns:w="${WORDS}">${[1, 2].map((level) => `<w:style w:type="paragraph" w:styleId="h${level}"><w:name w:val="heading ${level}"/></w:style>`).join('')}</w:styles>`,
    'word/document.xml': `<w:document xmlns:w="${WORDS}"><w:body>${body}</w:body></w:document>`,
    'word/media/a.png': PICTURE,
    ...more,
  })
const BODY = [
  paragraph('Before'),
  heading('One'),
  `<w:tbl><w:tr>${cell('Name')}${cell('Age')}</w:tr><w:tr>${cell('Rex')}${cell('3 | 4')}</w:tr></w:tbl>`,
  heading('Two'),
  paragraph('登录 &amp; more'),
  picture,
].join('')

/** Eleven characters each, which are not packed to nearly nothing. */
const numbers = (count: number): string =>
  Array.from({ length: count }, (_, at) => `${(at * 7_919) % 999_983} `.padStart(11)).join('')

describe('a Word document', () => {
  it('becomes one page, whose pictures are files', async () => {
    const { format, item, pages, files } = await foundIn(formats, sourceOf('Shop.docx', await word(BODY)))

    expect(format).toBe('word')
    expect(item).toEqual({ name: 'Shop' })
    expect(files.map(({ name, bytes }) => [name, bytes.equals(PICTURE)])).toEqual([['1.png', true]])
    expect(pages.map(({ title, content }) => [title, content])).toEqual([
      [
        'Shop',
        'Before\n\n# One\n\n| Name | Age |\n| - | - |\n| Rex | 3 \\| 4 |\n\n# Two\n\n登录 & more\n\n![](/attachment/0)',
      ],
    ])
  })

  it('is read with a line end behind it, as scripts leave it, and is damaged with anything else there', async () => {
    const file = await word(paragraph('Before'))
    const withRest = (rest: string) => sourceOf('Shop.docx', Buffer.concat([file, Buffer.from(rest)]))

    for (const rest of ['\n', '\r\n\r\n'])
      expect((await foundIn(formats, withRest(rest))).pages[0]?.content).toBe('Before')
    expect(await refusalBy(foundIn(formats, withRest('x')))).toMatchObject({ kind: 'importBroken' })
  })

  it('keeps what its fields say: numbers of figures, dates, references', async () => {
    const number = '<w:fldSimple w:instr=" SEQ Figure \\* ARABIC "><w:r><w:t>7</w:t></w:r></w:fldSimple>'
    const caption = `<w:p><w:r><w:t xml:space="preserve">Figure </w:t></w:r>${number}<w:r><w:t>: Orders</w:t></w:r></w:p>`

    const { pages } = await foundIn(formats, sourceOf('Shop.docx', await word(caption)))

    expect(pages[0]?.content).toBe('Figure 7: Orders')
  })

  it('is read beside charts with any number of points', async () => {
    const chart = `<c:chart>${'<c:pt><c:v>1</c:v></c:pt>'.repeat(1_800)}</c:chart>`
    const charts = Array.from({ length: 15 }, (_, at) => [`word/charts/chart${at}.xml`, chart] as const)

    const { pages } = await foundIn(formats, sourceOf('a.docx', await word(BODY, Object.fromEntries(charts))))

    expect(pages[0]?.content).toContain('Rex')
  })

  it('becomes a page for each main heading where that is chosen', async () => {
    const { pages } = await foundIn(formats, sourceOf('Shop.docx', await word(BODY)), { options: { isSplit: true } })

    expect(pages.map(({ id, title }) => [id, title])).toEqual([
      ['document Shop', 'Shop'],
      ['heading One', 'One'],
      ['heading Two', 'Two'],
    ])
    expect(pages[2]?.content).toBe('登录 & more\n\n![](/attachment/0)')
  })

  it('has its formulas as LaTeX, in lines, in tables and alone', async () => {
    const names = `xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"`
    const formula = (name: string) =>
      `<m:oMath><m:sSup><m:e><m:r><m:t>${name}</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>`
    const body = [
      `<w:p><w:r><w:t xml:space="preserve">costs $5 and </w:t></w:r>${formula('a')}<w:r><w:t>.</w:t></w:r></w:p>`,
      `<w:p><m:oMathPara>${formula('b')}</m:oMathPara></w:p>`,
      `<w:tbl><w:tr>${cell('Area')}</w:tr><w:tr><w:tc><w:p>${formula('c')}</w:p></w:tc></w:tr></w:tbl>`,
    ].join('')
    const file = await word('', {
      'word/document.xml': `<w:document xmlns:w="${WORDS}" ${names}><w:body>${body}</w:body></w:document>`,
    })

    const { pages, warnings } = await foundIn(formats, sourceOf('a.docx', file))

    expect(pages[0]?.content).toBe('costs \\$5 and ${a}^{2}$.\n\n$$\n{b}^{2}\n$$\n\n| Area |\n| - |\n| ${c}^{2}$ |')
    expect(warnings).toEqual(['3 formulas of Word were rewritten as LaTeX; look whether they still say the same.'])
  })

  it('keeps quotes and code, and leads links to its headings; comments are said to be missing', async () => {
    const styled = (style: string, text: string) => heading(text).replace('"h1"', `"${style}"`)
    const styles = ['heading 1', 'Quote', 'Intense Quote', 'Source Code', 'HTML Preformatted']
      .map((name) => `<w:style w:type="paragraph" w:styleId="${name}"><w:name w:val="${name}"/></w:style>`)
      .join('')
    const code = '<w:style w:type="character" w:styleId="c"><w:name w:val="Verbatim Char"/></w:style>'
    const body = [
      '<w:p><w:hyperlink w:anchor="_Toc1"><w:r><w:t>One</w:t></w:r></w:hyperlink></w:p>',
      styled('heading 1', 'One &amp; all').replace('<w:r>', '<w:bookmarkStart w:id="0" w:name="_Toc1"/><w:r>'),
      styled('Quote', 'said'),
      styled('Intense Quote', 'cried'),
      styled('Source Code', 'let a'),
      styled('Source Code', '  let *b*'),
      '<w:p><w:r><w:t xml:space="preserve">See </w:t></w:r><w:r><w:rPr><w:rStyle w:val="c"/></w:rPr><w:t>a</w:t></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p>',
      styled('HTML Preformatted', 'raw'),
    ].join('')
    const file = await word(body, { 'word/styles.xml': `<w:styles xmlns:w="${WORDS}">${styles}${code}</w:styles>` })

    const { pages, warnings } = await foundIn(formats, sourceOf('a.docx', file))

    expect(pages[0]?.content.split('\n\n')).toEqual([
      ...[
        '[One](#one-all)',
        '# One & all',
        '> said\n>\n> cried',
        '```\nlet a\n  let *b*\n```',
        'See `a`',
        '```\nraw\n```',
      ],
    ])
    expect(warnings).toEqual(['1 comment of Word was left out.'])
  })

  it('leads links to headings that have formulas, whose ids have none', async () => {
    const formula = '<m:oMath><m:r><m:t>E=mc</m:t></m:r></m:oMath>'
    const link = (at: number) =>
      `<w:p><w:hyperlink w:anchor="_Toc${at}"><w:r><w:t xml:space="preserve">Energy </w:t></w:r>${formula}</w:hyperlink></w:p>`
    const titled = (at: number, before: string, after: string) =>
      heading(before).replace(
        /<w:r>.*<\/w:r>/,
        (run) =>
          `<w:bookmarkStart w:id="${at}" w:name="_Toc${at}"/>${run.replace('<w:t>', '<w:t xml:space="preserve">')}${formula}<w:r><w:t>${after}</w:t></w:r>`,
      )
    const body = [link(1), link(2), link(3), titled(1, 'Energy ', ''), titled(2, 'Energy', '2'), titled(3, '', '')]
    const file = await word('', {
      'word/document.xml': `<w:document xmlns:w="${WORDS}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><w:body>${body.join('')}</w:body></w:document>`,
    })

    const { pages } = await foundIn(formats, sourceOf('a.docx', file))
    const content = pages[0]?.content ?? ''

    expect(content).toContain('[Energy $E=mc$](#energy)\n\n[Energy $E=mc$](#energy-2)\n\n[Energy $E=mc$](#section)')
    const shown = articleMarkdown().render(content)
    const [links, ids] = [/ href="#([^"]+)"/g, / id="([^"]+)"/g].map((pattern) =>
      [...shown.matchAll(pattern)].map(([, name = '']) => name),
    )
    expect(links).toEqual(['energy', 'energy-2', 'section'])
    expect(ids).toEqual(expect.arrayContaining(links ?? []))
  })

  it('keeps a long listing in one fence and a long quote in one quote, though it is read in pieces', async () => {
    const styled = (style: string, text: string) => heading(text).replace('"h1"', `"${style}"`)
    const styles = ['Quote', 'Source Code']
      .map((name) => `<w:style w:type="paragraph" w:styleId="${name}"><w:name w:val="${name}"/></w:style>`)
      .join('')
    const lines = Array.from({ length: 1_700 }, (_, at) => `line ${at}`)
    const body = ['Source Code', 'Quote'].flatMap((style) => lines.map((line) => styled(style, line))).join('')
    const file = await word(body, { 'word/styles.xml': `<w:styles xmlns:w="${WORDS}">${styles}</w:styles>` })

    const { pages } = await foundIn(formats, sourceOf('a.docx', file))

    expect(pages[0]?.content).toBe(`\`\`\`\n${lines.join('\n')}\n\`\`\`\n\n> ${lines.join('\n>\n> ')}`)
  })

  it('keeps footnotes with the parts that use them', async () => {
    const use = (id: number) => `<w:p><w:r><w:t>x</w:t></w:r><w:r><w:footnoteReference w:id="${id}"/></w:r></w:p>`
    const note = (id: number, text: string) => `<w:footnote w:id="${id}">${paragraph(text)}</w:footnote>`
    const body = [heading('One'), use(1), heading('Two'), use(2)].join('')
    const more = {
      'word/footnotes.xml': `<w:footnotes xmlns:w="${WORDS}">${note(1, 'first')}${note(2, 'second')}</w:footnotes>`,
      'word/_rels/document.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId2" Type="${OFFICE}/footnotes" Target="footnotes.xml"/></Relationships>`,
    }
    const source = sourceOf('a.docx', await word(body, more))

    const { pages } = await foundIn(formats, source, { options: { isSplit: true } })

    expect(pages.map(({ content }) => content)).toEqual([
      'x[^footnote-1]\n\n[^footnote-1]: first',
      'x[^footnote-2]\n\n[^footnote-2]: second',
    ])
  })

  it('may hold a blank scanned page, and is refused when nothing but blank pictures make it large', async () => {
    const blank = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024, 0xff)
    const read = async (more: Readonly<Record<string, Buffer>>) =>
      foundIn(formats, sourceOf('a.docx', await word(BODY, more)), { language: 'zh-cn' })

    const { pages, warnings } = await read({ 'word/media/a.bmp': blank(26) })
    expect(pages[0]?.content).toContain('登录')
    expect(warnings).toEqual([])
    expect(await refusalBy(read({ 'word/media/a.bmp': blank(26), 'word/media/b.bmp': blank(26) }))).toMatchObject({
      kind: 'importBroken',
      details: { problem: 'a.docx 的内容超过文件大小的 200 倍，其中最大的部分是 word/media/a.bmp' },
    })
    // Only of a package, and only its pictures.
    const zip = await zipped({ 'a.md': 'a', 'word/media/a.bmp': blank(26) })
    expect(await refusalBy(ZipReader.open(sourceOf('a.zip', zip), 'en'))).toMatchObject({ kind: 'importBroken' })
    expect(await refusalBy(read({ 'word/other.xml': blank(26) }))).toMatchObject({ kind: 'importBroken' })
    // Nor is text a picture because it lies among them.
    for (const path of ['word/media/a.xml', 'word/media/a.XML', 'word/media/_rels/a.rels'])
      expect(await refusalBy(read({ [path]: blank(26) }))).toMatchObject({ kind: 'importBroken' })
    expect(await refusalBy(read({ 'word/media/a.xml': randomBytes(17 * 1024 * 1024) }))).toMatchObject({
      kind: 'importBroken',
      details: { problem: '文件解压后的内容超过 16 MB' },
    })
  })

  it('fetches nothing that it says lies elsewhere', async () => {
    const site = createServer((_, reply) => reply.end()).listen(0, '127.0.0.1')
    await once(site, 'listening')
    let calls = 0
    site.on('connection', () => (calls += 1))
    const outside = `http://127.0.0.1:${(site.address() as AddressInfo).port}/a.png`
    const relation = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}" TargetMode="External"/>`
    const more = {
      'word/_rels/document.xml.rels': `<Relationships xmlns="${RELATIONS}">${relation('rId1', 'image', outside)}${relation('rId2', 'attachedTemplate', outside)}${relation('rId3', 'image', 'file:///etc/passwd')}</Relationships>`,
    }
    const body = picture.replace('r:embed="rId1"', 'r:link="rId1"') + picture.replace('r:embed="rId1"', 'r:link="rId3"')

    const { pages, files, warnings } = await foundIn(formats, sourceOf('a.docx', await word(body, more)))

    site.close()
    expect(calls).toBe(0)
    expect(files).toEqual([])
    expect(pages[0]?.content).toBe('')
    expect(warnings).toEqual(['2 pictures lie elsewhere; they were not fetched and left out.'])
  })

  it.each([
    [
      'declares entities in two bytes a character',
      {
        'word/document.xml': Buffer.from(
          `\uFEFF<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><w:document xmlns:w="${WORDS}">&a;</w:document>`,
          'utf16le',
        ),
      },
      'importBroken',
    ],
    [
      'names a document type elsewhere',
      { 'word/document.xml': `<!doctype x SYSTEM "http://127.0.0.1:9/x.dtd"><w:document xmlns:w="${WORDS}"/>` },
      'importBroken',
    ],
    [
      'declares entities',
      { 'word/document.xml': `<!DOCTYPE x [<!ENTITY a "b">]><w:document xmlns:w="${WORDS}"/>` },
      'importBroken',
    ],
    ['has more text than pages can show', { 'word/document.xml': '<w:p/>'.repeat(1_300_000) }, 'importBroken'],
    ['is no XML', { 'word/document.xml': 'nothing' }, 'importBroken'],
    ['unpacks to far more than its size', { 'word/document.xml': ' '.repeat(30_000_000) }, 'importBroken'],
    ['unpacks to more than a document has', { 'word/document.xml': numbers(1_600_000) }, 'importBroken'],
  ])('is refused when it %s', async (_, more, kind) => {
    const refusal = await refusalBy(foundIn(formats, sourceOf('a.docx', await word('', more))))

    expect(refusal.kind).toBe(kind)
  })

  it('is refused when it nests 100,000 levels deep', async () => {
    const deep = `${'<w:sdt><w:sdtContent>'.repeat(50_000)}${'</w:sdtContent></w:sdt>'.repeat(50_000)}`

    const refusal = await refusalBy(foundIn(formats, sourceOf('a.docx', await word(deep))))

    expect(refusal.kind).toBe('importBroken')
  })
})
