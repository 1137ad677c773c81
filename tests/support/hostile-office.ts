import type { Amount, HostileImport } from './hostile-import.ts'
import { rawZip } from './raw-zip.ts'

export const LAUGHS = `<!DOCTYPE a [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, at) => `<!ENTITY a${at} "${`&a${at === 0 ? '' : at - 1};`.repeat(10)}">`).join('')}]>`
export const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export type Parts = Readonly<Record<string, string | Buffer>>
export const zipOf = (parts: Parts): Buffer =>
  rawZip(Object.entries(parts).map(([name, content]) => ({ name, content })))

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
export const listed = (count: number, entryAt: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => entryAt(at)).join('')

/** @param outside an address that nothing may be fetched from */
export const hostileOffice = (outside: string, amount: Amount): readonly HostileImport[] => [
  excel('with entities in entities', /sheet1\.xml declares entities/, () => ({
    'xl/worksheets/sheet1.xml': `${LAUGHS}${sheet('<row><c t="str"><v>&a19;</v></c></row>')}`,
  })),
  excel(
    'with shared texts that are a bomb',
    /more than 200 times its size; its largest part is xl\/sharedStrings\.xml/,
    () => ({
      'xl/worksheets/sheet1.xml': sheet(''),
      'xl/sharedStrings.xml': Buffer.from(`<sst><si><t>${'a'.repeat(34_000_000 + amount(266_000_000))}</t></si></sst>`),
    }),
  ),
  excel('of nothing but empty rows', null, () => ({
    'xl/worksheets/sheet1.xml': sheet('<row/>'.repeat(amount(1_000_000))),
  })),
  excel('with too many rows of one cell', /sheet1\.xml has more than 100000 rows/, () => ({
    'xl/worksheets/sheet1.xml': sheet('<row><c><v>1</v></c></row>'.repeat(100_001 + amount(899_999))),
  })),
  excel('with a cell in the last column of many rows', /sheet1\.xml has more than 256 columns/, () => ({
    'xl/worksheets/sheet1.xml': sheet(listed(amount(90_000), (at) => `<row><c r="XFD${at + 1}"><v>1</v></c></row>`)),
  })),
  excel('whose long text is used everywhere', /50,000,000 characters/, () => ({
    'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(1_000_000)}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': sheet('<row><c t="s"><v>0</v></c></row>'.repeat(50_000)),
  })),
  excel('with thousands of sheets and parts', /more than 5,000 parts/, () => ({
    'xl/workbook.xml': `<workbook><sheets>${listed(amount(30_000), (at) => `<sheet name="A" r:id="r${at}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${listed(amount(30_000), (at) => worksheet(`r${at}`, `${at}`))}</Relationships>`,
    ...Object.fromEntries(
      Array.from({ length: 5_001 + amount(4_999) }, (_, at) => [`xl/worksheets/${at}.xml`, '<a/>']),
    ),
  })),
  excel('whose sheets have one name', null, () => ({
    'xl/workbook.xml': `<workbook><sheets>${listed(500, (at) => `<sheet name="A" r:id="r${at}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${listed(500, (at) => worksheet(`r${at}`, `${at}`))}</Relationships>`,
    'xl/worksheets/7.xml': sheet('<row><c><v>1</v></c></row>'),
  })),
  excel('with merges over everything', /1,000,000 cells/, () => ({
    'xl/worksheets/sheet1.xml': sheet(
      listed(amount(50_000), (at) => `<row r="${at + 1}"><c t="str"><v>a</v></c></row>`),
      `<mergeCells>${listed(amount(200_000), (at) => `<mergeCell ref="A${(at % amount(40_000)) + 1}:B1048576"/>`)}</mergeCells>`,
    ),
  })),
  excel('with thousands of links', null, () => ({
    'xl/worksheets/sheet1.xml': sheet(
      '<row r="1"><c t="str"><v>a</v></c></row>',
      `<hyperlinks>${listed(amount(300_000), () => '<hyperlink ref="A1" r:id="a"/>')}</hyperlinks>`,
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
