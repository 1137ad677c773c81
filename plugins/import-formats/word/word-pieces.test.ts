import { describe, expect, it } from 'vitest'
import { foundIn, sourceOf } from '../testing/found-in.ts'
import { zipped } from '../testing/zipped.ts'
import { leanXml } from './lean-xml.ts'
import { wordImport } from './word-import.ts'
import { wordPieces } from './word-pieces.ts'

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const refusals = { long: (place: number | null) => new Error(`long ${place}`), many: () => new Error('many') }
const text = (words: string): string => `<w:r><w:t>${words}</w:t></w:r>`
const entry = (words: string): string =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${text(words)}</w:p>`
const field = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
const bodyOf = (body: string): string => `<w:document ${W}><w:body>${body}<w:sectPr/></w:body></w:document>`
const part = (path: string, xml: string) => ({ path, bytes: new TextEncoder().encode(xml) })
const piecesOf = (body: string, fewest = 1): readonly string[] =>
  wordPieces([part('word/document.xml', bodyOf(body))], refusals, fewest).map(
    ([part]) => /<w:body>(.*?)(?:<w:sectPr\/>)?<\/w:body>/s.exec(new TextDecoder().decode(part?.bytes))?.[1] ?? '',
  )

describe('a document in Word that is read in pieces', () => {
  it('says all that it says, in the same order', async () => {
    const section = (at: number): string =>
      [
        `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${text(`标题 ${at}`)}</w:p>`,
        `<w:p>${text('before ')}<w:r><w:footnoteReference w:id="${at + 1}"/></w:r></w:p>`,
        ...['one', 'two', 'three'].map(entry),
        `<w:p><w:hyperlink r:id="l">${text('link')}</w:hyperlink></w:p>`,
        `<w:tbl><w:tr>${['a', 'b'].map((each) => `<w:tc><w:p>${text(each)}</w:p></w:tc>`).join('')}</w:tr></w:tbl>`,
        '<w:p/>',
      ].join('')
    const count = 900
    const every = <T>(made: (at: number) => T): string => Array.from({ length: count }, (_, at) => made(at)).join('')
    const file = await zipped({
      '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
      '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="${RELATION}/officeDocument" Target="word/document.xml"/></Relationships>`,
      'word/document.xml': bodyOf(every(section)).replace('<w:document ', `<w:document xmlns:r="${RELATION}" `),
      'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="l" Type="${RELATION}/hyperlink" Target="https://example.test/" TargetMode="External"/><Relationship Id="s" Type="${RELATION}/styles" Target="styles.xml"/><Relationship Id="n" Type="${RELATION}/numbering" Target="numbering.xml"/><Relationship Id="f" Type="${RELATION}/footnotes" Target="footnotes.xml"/></Relationships>`,
      'word/styles.xml': `<w:styles ${W}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
      'word/numbering.xml': `<w:numbering ${W}><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
      'word/footnotes.xml': `<w:footnotes ${W}>${every((at) => `<w:footnote w:id="${at + 1}"><w:p>${text(`note ${at}`)}</w:p></w:footnote>`)}</w:footnotes>`,
    })

    const { pages } = await foundIn([wordImport], sourceOf('a.docx', file), { options: { isSplit: true } })

    expect(pages).toHaveLength(count)
    for (const [at, { title, content }] of pages.entries()) {
      expect(title).toBe(`标题 ${at}`)
      expect(content).toBe(
        [
          `before [^footnote-${at + 1}]`,
          '1. one\n2. two\n3. three',
          '[link](https://example.test/)',
          '| a | b |\n| - | - |',
          `[^footnote-${at + 1}]: note ${at}`,
        ].join('\n\n'),
      )
    }
  })

  const [a, b] = [`<w:p>${text('a')}</w:p>`, `<w:p w:x="a > b">${text('b')}</w:p>`]
  const table = `<w:tbl><w:tr><w:tc>${a}</w:tc></w:tr></w:tbl>`
  const deleted = '<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr></w:p>'
  it.each([
    ['between paragraphs and tables', [a, b, table, a]],
    ['before a list and behind it, and not within it', [a + entry('1') + entry('2'), b]],
    ['not within a field', [a, `<w:p>${field('begin')}</w:p>${a}<w:p>${field('end')}</w:p>`, b]],
    ['not behind a paragraph whose end is deleted', [a, deleted + b, a]],
    ['not behind such a paragraph and marks', [a, `${deleted}<w:bookmarkStart w:id="1"/>${b}`, a]],
    ['not within what surrounds several paragraphs', [`${a}<w:sdt><w:sdtContent>${a}${b}</w:sdtContent></w:sdt>`, b]],
  ])('is divided %s', (_, pieces) => expect(piecesOf(pieces.join(''))).toEqual(pieces))

  it('is divided above a table that is too long only together with the text above it', () => {
    const above = a.repeat(500)
    const long = `<w:tbl>${`<w:tr>${`<w:tc>${a}</w:tc>`.repeat(10)}</w:tr>`.repeat(1_800)}</w:tbl>`

    expect(piecesOf(above + long + b, 15_000)).toEqual([above, long, b])
  })

  it('is refused with the place of what cannot be divided and is too long, or with none', () => {
    const runs = `<w:p>${text('a').repeat(40_000)}</w:p>`

    expect(() => piecesOf(a + b + entry('1').repeat(20_000))).toThrow('long 3')
    expect(() => piecesOf(a + entry('1') + runs + b, 15_000)).toThrow('long 3')
    const twice = ['word/document.xml', 'word/document2.xml'].map((path) => part(path, runs))
    expect(() => wordPieces(twice, refusals)).toThrow('long null')
  })

  it('has the pictures of its notes in each piece', () => {
    const relations = (...targets: string[]) =>
      targets
        .map((target) => `<Relationship Id="${target}" Type="${RELATION}/image" Target="media/${target}"/>`)
        .join('')
    const shows = (id: string) => a.replace('<w:t>', `<a:blip r:embed="${id}"/><w:t>`)
    const parts = [
      part('word/document.xml', bodyOf(shows('both') + shows('text'))),
      part('word/_rels/document.xml.rels', relations('both', 'text')),
      part('word/_rels/footnotes.xml.rels', relations('both')),
      ...['both', 'text'].map((name) => part(`word/media/${name}`, name)),
    ]

    const pictures = wordPieces(parts, refusals, 1).map((piece) =>
      piece.map(({ path }) => path).filter((path) => path.includes('/media/')),
    )

    expect(pictures).toEqual([['word/media/both'], ['word/media/both', 'word/media/text']])
  })
})

describe('what becomes nothing in Word', () => {
  const lean = (inner: string): string =>
    leanXml(`<w:p ${W}>${inner}</w:p>`).slice(`<w:p ${W}>`.length, -'</w:p>'.length)

  it('is left out', () => {
    expect(
      lean(
        '<w:pPr><w:keepNext/><w:jc w:val="both"/><w:tabs><w:tab w:val="left" w:pos="1"/></w:tabs></w:pPr><w:proofErr w:type="spellStart"/><w:r w:rsidR="00AB12CD"><w:rPr><w:rFonts w:ascii="A"/><w:lang w:val="en"/></w:rPr><w:t>on</w:t></w:r><w:r><w:rPr><w:sz w:val="2"/></w:rPr><w:t xml:space="preserve">e </w:t></w:r>',
      ),
    ).toBe('<w:r><w:t xml:space="preserve">one </w:t></w:r>')
  })

  it.each([
    [
      'looks that markdown has',
      '<w:r><w:rPr><w:b/><w:vertAlign w:val="superscript"/></w:rPr><w:t>a</w:t></w:r><w:r><w:t>b</w:t></w:r>',
    ],
    ['tabulators', '<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t></w:r>'],
    ['texts that look like traces', '<w:r><w:t>&lt;w:p w:rsidR="00AB12CD"/&gt;</w:t></w:r>'],
    ['merged cells', '<w:tc><w:tcPr><w:gridSpan w:val="2"/><w:vMerge/></w:tcPr></w:tc>'],
    ['what is marked as text', '<![CDATA[<w:lang/>]]>'],
  ])('is not %s', (_, xml) => expect(lean(xml)).toBe(xml))
})
