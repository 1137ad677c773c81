import type { Amount, HostileImport } from './hostile-import.ts'
import { LAUGHS, listed, RELATION, zipOf, type Parts } from './hostile-office.ts'

const fileOf = (address: string): string => `<!DOCTYPE a [<!ENTITY a SYSTEM "${address}">]>`
const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

const word = (name: string, problem: RegExp | null, parts: () => Parts): HostileImport => ({
  name: `a Word document ${name}`,
  fileName: 'a.docx',
  problem,
  bytes: () =>
    zipOf({
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/></Types>',
      '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="${RELATION}/officeDocument" Target="word/document.xml"/></Relationships>`,
      ...parts(),
    }),
})
const body = (inner: string): Parts => ({
  'word/document.xml': `<w:document ${W}><w:body>${inner}</w:body></w:document>`,
})
const paragraph = (inner: string): string => `<w:p><w:r><w:t>${inner}</w:t></w:r></w:p>`

const run = (inner: string): string => `<w:r>${inner}</w:r>`
const notes = (count: number, entry: string): string =>
  `<w:footnotes ${W}>${listed(count, (at) => `<w:footnote w:id="${at}">${entry}</w:footnote>`)}</w:footnotes>`
const NOTES = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="n" Type="${RELATION}/footnotes" Target="footnotes.xml"/><Relationship Id="l" Type="${RELATION}/numbering" Target="numbering.xml"/><Relationship Id="s" Type="${RELATION}/styles" Target="styles.xml"/></Relationships>`

/** @param outside an address that nothing may be fetched from */
export const hostileWord = (outside: string, amount: Amount): readonly HostileImport[] => [
  word('with entities in entities', /document\.xml declares entities/, () => ({
    'word/document.xml': `${LAUGHS}<w:document ${W}><w:body>${paragraph('&a19;')}</w:body></w:document>`,
  })),
  word('with an entity elsewhere', /styles\.xml declares entities/, () => ({
    ...body(paragraph('a')),
    'word/styles.xml': `${fileOf(outside)}<w:styles ${W}>&a;</w:styles>`,
  })),
  word('in UTF-16 with an entity', /declares entities|no readable Word document/, () => ({
    'word/document.xml': Buffer.from(
      `\uFEFF${fileOf('file:///etc/passwd')}<w:document ${W}><w:body>${paragraph('&a;')}</w:body></w:document>`,
      'utf16le',
    ),
  })),
  word('with a million marks', /too long/, () => body(listed(500_000, () => '<w:p/><w:p/><w:p/>'))),
  word('of 30 MB of text', /more than 200 times its size; its largest part is word\/document\.xml/, () =>
    body(paragraph('a'.repeat(30_000_000))),
  ),
  word('with a blank picture of 30 MB, as a scanner makes it', null, () => ({
    ...body(paragraph('a')),
    'word/media/a.bmp': Buffer.alloc(30_000_000, 0xff),
  })),
  word('with 20 blank pictures of 4 MB', /64 MB/, () => ({
    ...body(paragraph('a')),
    ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`word/media/${at}.bmp`, Buffer.alloc(4_000_000)])),
  })),
  word('with elements in elements', /document\.xml is nested too deeply/, () =>
    body('<w:p>'.repeat(100_000) + '</w:p>'.repeat(100_000)),
  ),
  word('with an element of 200,000 attributes', /document\.xml has too many attributes/, () =>
    body(`<w:p ${listed(200_000, (at) => `a${at}="" `)}/>`),
  ),
  word('with 100,000 names of names', /document\.xml is nested too deeply/, () =>
    body(listed(100_000, (at) => `<w:p xmlns:n${at}="a">`) + '</w:p>'.repeat(100_000)),
  ),
  word('with tables in tables', /document\.xml is nested too deeply/, () => {
    const [open, close] = ['<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>']
    return body(open.repeat(2_000) + paragraph('a') + close.repeat(2_000))
  }),
  word('with a picture, a frame and a template elsewhere', null, () => ({
    ...body(
      `${paragraph('a')}<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:link="p"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p><w:altChunk r:id="c"/>`,
    ),
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${['image', 'aFChunk', 'attachedTemplate', 'frame'].map((type, at) => `<Relationship Id="${'pctf'[at]}" Type="${RELATION}/${type}" Target="${outside}/${type}" TargetMode="External"/>`).join('')}</Relationships>`,
  })),
  word('with a picture that leaves its folder', null, () => ({
    ...body(
      `${paragraph('a')}<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:link="p"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
    ),
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="p" Type="${RELATION}/image" Target="file:///etc/passwd" TargetMode="External"/></Relationships>`,
  })),
  word('whose styles are based on themselves', null, () => ({
    ...body(`<w:p><w:pPr><w:pStyle w:val="a"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>`),
    'word/styles.xml': `<w:styles ${W}><w:style w:type="paragraph" w:styleId="a"><w:basedOn w:val="b"/></w:style><w:style w:type="paragraph" w:styleId="b"><w:basedOn w:val="a"/></w:style></w:styles>`,
  })),
  word('that is no XML', /a\.docx is no readable Word document/, () => ({ 'word/document.xml': '<w:document' })),
  word('of as many short paragraphs as may be', null, () => body(paragraph('a').repeat(amount(49_000)))),
  word('of 590,000 empty paragraphs', /too long/, () => body('<w:p/>'.repeat(590_000))),
  word('of one paragraph of 30,000 bold runs', /a table, list or paragraph of it is too long.*table 1\)/, () =>
    body(`<w:p>${'<w:r><w:rPr><w:b/></w:rPr><w:t>a</w:t></w:r><w:r><w:t>b</w:t></w:r>'.repeat(30_000)}</w:p>`),
  ),
  word('of one table of 38,000 cells', /too long/, () =>
    body(`<w:tbl>${`<w:tr>${`<w:tc>${paragraph('a')}</w:tc>`.repeat(20)}</w:tr>`.repeat(1_900)}</w:tbl>`),
  ),
  word('of one row of 38,000 cells', /too long/, () =>
    body(`<w:tbl><w:tr>${`<w:tc>${paragraph('a')}</w:tc>`.repeat(38_000)}</w:tr></w:tbl>`),
  ),
  word('of cells over thousands of columns', null, () =>
    body(
      `<w:tbl>${`<w:tr><w:tc><w:tcPr><w:gridSpan w:val="60000"/><w:vMerge/></w:tcPr>${paragraph('a')}</w:tc></w:tr>`.repeat(amount(9_000))}</w:tbl>`,
    ),
  ),
  word('with 100,000 styles', /too many styles/, () => ({
    ...body(paragraph('a')),
    'word/_rels/document.xml.rels': NOTES,
    'word/styles.xml': `<w:styles ${W}>${listed(100_000, (at) => `<w:style w:type="paragraph" w:styleId="a${at}"><w:name w:val="heading ${at}"/></w:style>`)}</w:styles>`,
  })),
  word('with 60,000 numberings', /too long/, () => ({
    ...body(
      listed(
        20_000,
        (at) =>
          `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at % 9}"/><w:numId w:val="${at}"/></w:numPr></w:pPr>${run('<w:t>a</w:t>')}</w:p>`,
      ),
    ),
    'word/_rels/document.xml.rels': NOTES,
    'word/numbering.xml': `<w:numbering ${W}>${listed(60_000, (at) => `<w:abstractNum w:abstractNumId="${at}"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum>`)}${listed(20_000, (at) => `<w:num w:numId="${at}"><w:abstractNumId w:val="${at}"/></w:num>`)}</w:numbering>`,
  })),
  word('with 30,000 footnotes', /too many styles|too long/, () => ({
    ...body(listed(30_000, (at) => `<w:p>${run(`<w:footnoteReference w:id="${at}"/>`)}</w:p>`)),
    'word/_rels/document.xml.rels': NOTES,
    'word/footnotes.xml': notes(30_000, paragraph('a')),
  })),
  word('with one footnote that is used 30,000 times', /footnotes are used too often/, () => ({
    ...body(`<w:p>${run('<w:footnoteReference w:id="0"/>').repeat(30_000)}</w:p>`),
    'word/_rels/document.xml.rels': NOTES,
    'word/footnotes.xml': notes(1, paragraph('a'.repeat(1_000))),
  })),
  word('with tens of thousands of relations', null, () => ({
    ...body(
      listed(amount(40_000), (at) => `<w:p><w:hyperlink r:id="r${at}">${run('<w:t>a</w:t>')}</w:hyperlink></w:p>`),
    ),
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${listed(amount(60_000), (at) => `<Relationship Id="r${at}" Type="${RELATION}/hyperlink" Target="${outside}/${at}" TargetMode="External"/>`)}</Relationships>`,
  })),
  word('with tens of thousands of formulas', null, () => ({
    'word/document.xml': `<w:document ${W} xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><w:body>${'<w:p><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></w:p>'.repeat(amount(40_000))}</w:body></w:document>`,
  })),
  word('with thousands of fields that never end', null, () =>
    body(
      `<w:p>${run('<w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK "a"</w:instrText><w:fldChar w:fldCharType="separate"/><w:t>a</w:t>').repeat(amount(10_000))}</w:p>`,
    ),
  ),
  word('whose paragraphs are all deleted', null, () =>
    body(
      `${`<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>${run('<w:t>a</w:t>')}</w:p>`.repeat(amount(12_000))}${paragraph('a')}`,
    ),
  ),
  word('with tens of thousands of bookmarks', null, () =>
    body(`<w:p>${listed(amount(100_000), (at) => `<w:bookmarkStart w:name="a${at}"/>`)}${run('<w:t>a</w:t>')}</w:p>`),
  ),
  word('with a list of thousands of levels up and down', null, () => ({
    ...body(
      listed(
        amount(10_000),
        (at) =>
          `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at % 2 === 0 ? 0 : 8}"/><w:numId w:val="1"/></w:numPr></w:pPr>${run('<w:t>a</w:t>')}</w:p>`,
      ),
    ),
    'word/_rels/document.xml.rels': NOTES,
    'word/numbering.xml': `<w:numbering ${W}><w:abstractNum w:abstractNumId="1">${listed(9, (at) => `<w:lvl w:ilvl="${at}"><w:numFmt w:val="decimal"/></w:lvl>`)}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
  })),
  word('with a quote in a quote that hides its marks', /no readable Word document|too long|nested/, () =>
    body(`<w:p a='${'<w:p>'.repeat(100_000)}'/>`),
  ),
]
