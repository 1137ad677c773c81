import type { HostileImport } from './hostile-import.ts'
import { rawZip } from './raw-zip.ts'

const LAUGHS = `<!DOCTYPE a [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, at) => `<!ENTITY a${at} "${`&a${at === 0 ? '' : at - 1};`.repeat(10)}">`).join('')}]>`
const fileOf = (address: string): string => `<!DOCTYPE a [<!ENTITY a SYSTEM "${address}">]>`
const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

type Parts = Readonly<Record<string, string | Buffer>>
const zipOf = (parts: Parts): Buffer => rawZip(Object.entries(parts).map(([name, content]) => ({ name, content })))

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

const worksheet = (id: string, part: string): string =>
  `<Relationship Id="${id}" Type="${RELATION}/worksheet" Target="worksheets/${part}.xml"/>`

const excel = (name: string, problem: RegExp | null, parts: () => Parts): HostileImport => ({
  name: `an Excel file ${name}`,
  fileName: 'a.xlsx',
  problem,
  bytes: () =>
    zipOf({
      'xl/workbook.xml': '<workbook><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': `<Relationships>${worksheet('r1', 'sheet1')}<Relationship Id="texts" Type="${RELATION}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
      ...parts(),
    }),
})
const sheet = (rows: string, rest = ''): string => `<worksheet><sheetData>${rows}</sheetData>${rest}</worksheet>`
const listed = (count: number, entryAt: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => entryAt(at)).join('')

/** @param outside an address that nothing may be fetched from */
export const hostileOffice = (outside: string): readonly HostileImport[] => [
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
  word('of 30 MB of text', /24 MB/, () => body(paragraph('a'.repeat(30_000_000)))),
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

  excel('with entities in entities', /sheet1\.xml declares entities/, () => ({
    'xl/worksheets/sheet1.xml': `${LAUGHS}${sheet('<row><c t="str"><v>&a19;</v></c></row>')}`,
  })),
  excel('with shared texts of 300 MB', /32 MB/, () => ({
    'xl/worksheets/sheet1.xml': sheet(''),
    'xl/sharedStrings.xml': Buffer.from(`<sst><si><t>${'a'.repeat(300_000_000)}</t></si></sst>`),
  })),
  excel('with a million empty rows', null, () => ({
    'xl/worksheets/sheet1.xml': sheet('<row/>'.repeat(1_000_000)),
  })),
  excel('with a million rows of one cell', /sheet1\.xml has more than 100000 rows/, () => ({
    'xl/worksheets/sheet1.xml': sheet('<row><c><v>1</v></c></row>'.repeat(1_000_000)),
  })),
  excel('with a cell in the last column of many rows', /sheet1\.xml has more than 256 columns/, () => ({
    'xl/worksheets/sheet1.xml': sheet(listed(90_000, (at) => `<row><c r="XFD${at + 1}"><v>1</v></c></row>`)),
  })),
  excel('whose long text is used everywhere', /50,000,000 characters/, () => ({
    'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(1_000_000)}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': sheet('<row><c t="s"><v>0</v></c></row>'.repeat(50_000)),
  })),
  excel('with 30,000 sheets and 10,000 parts', /more than 5,000 parts/, () => ({
    'xl/workbook.xml': `<workbook><sheets>${listed(30_000, (at) => `<sheet name="A" r:id="r${at}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${listed(30_000, (at) => worksheet(`r${at}`, `${at}`))}</Relationships>`,
    ...Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`xl/worksheets/${at}.xml`, '<a/>'])),
  })),
  excel('whose sheets have one name', null, () => ({
    'xl/workbook.xml': `<workbook><sheets>${listed(500, (at) => `<sheet name="A" r:id="r${at}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${listed(500, (at) => worksheet(`r${at}`, `${at}`))}</Relationships>`,
    'xl/worksheets/7.xml': sheet('<row><c><v>1</v></c></row>'),
  })),
  excel('with merges over everything', /1,000,000 cells/, () => ({
    'xl/worksheets/sheet1.xml': sheet(
      listed(50_000, (at) => `<row r="${at + 1}"><c t="str"><v>a</v></c></row>`),
      `<mergeCells>${listed(200_000, (at) => `<mergeCell ref="A${(at % 40_000) + 1}:B1048576"/>`)}</mergeCells>`,
    ),
  })),
  excel('with 300,000 links', null, () => ({
    'xl/worksheets/sheet1.xml': sheet(
      '<row r="1"><c t="str"><v>a</v></c></row>',
      `<hyperlinks>${listed(300_000, () => '<hyperlink ref="A1" r:id="a"/>')}</hyperlinks>`,
    ),
    'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships><Relationship Id="a" Type="${RELATION}/hyperlink" Target="javascript:alert(1)"/></Relationships>`,
  })),
  excel('with formulas to files and hosts', null, () => ({
    'xl/worksheets/sheet1.xml': sheet(
      `<row><c t="str"><f>WEBSERVICE("${outside}")</f><v>1</v></c><c t="str"><f>'file:///etc/[passwd]A'!A1</f><v>2</v></c><c><f>cmd|' /C calc'!A0</f><v>3</v></c></row>`,
    ),
    'xl/externalLinks/externalLink1.xml': '<externalLink/>',
  })),
  excel('whose texts and styles are not there', null, () => ({
    'xl/worksheets/sheet1.xml': sheet(
      '<row><c t="s" s="99999999"><v>99999999</v></c><c t="s"><v>-1</v></c><c t="s"><v>__proto__</v></c><c><v>1e999</v></c><c t="str"><v>a</v></c></row>',
    ),
  })),
  excel('with elements in elements', /sheet1\.xml is nested too deeply/, () => ({
    'xl/worksheets/sheet1.xml': `${'<a>'.repeat(500_000)}${sheet('<row><c><v>1</v></c></row>')}`,
  })),
]
