import { describe, expect, it } from 'vitest'
import { refusalBy } from '#tests/support/refusal.ts'
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

  it('becomes a page for each main heading where that is chosen', async () => {
    const { pages } = await foundIn(formats, sourceOf('Shop.docx', await word(BODY)), { options: { isSplit: true } })

    expect(pages.map(({ id, title }) => [id, title])).toEqual([
      ['document Shop', 'Shop'],
      ['heading One', 'One'],
      ['heading Two', 'Two'],
    ])
    expect(pages[2]?.content).toBe('登录 & more\n\n![](/attachment/0)')
  })

  it.each([
    [
      'declares entities',
      { 'word/document.xml': `<!DOCTYPE x [<!ENTITY a "b">]><w:document xmlns:w="${WORDS}"/>` },
      'importBroken',
    ],
    ['is no XML', { 'word/document.xml': 'nothing' }, 'importBroken'],
    ['unpacks to more than a document has', { 'word/document.xml': ' '.repeat(30_000_000) }, 'fileTooLarge'],
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
