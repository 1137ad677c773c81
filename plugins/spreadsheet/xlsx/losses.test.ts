import { expect, it } from 'vitest'
import { readXlsx } from './read-xlsx.ts'
import { zipped } from './zip.ts'

it('an .xlsx says by name and count what it has and the sheets have not', async () => {
  const relations = (types: readonly (readonly [string, string])[]) =>
    `<Relationships>${types.map(([type, target], at) => `<Relationship Id="r${at + 1}" Type="http://x/${type}" Target="${target}"/>`).join('')}</Relationships>`
  const files = {
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="A" r:id="r1"/><sheet name="Chart" r:id="r5"/></sheets><definedNames><definedName name="_xlnm.Print_Area">A!A1</definedName><definedName name="tax">A!A1</definedName></definedNames></workbook>',
    'xl/_rels/workbook.xml.rels': relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
      ['vbaProject', 'vbaProject.bin'],
      ['chartsheet', 'chartsheets/sheet1.xml'],
    ]),
    'xl/styles.xml': '<styleSheet><cellXfs><xf/><xf><alignment textRotation="90"/></xf></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': '<sst><si><r><t>a</t></r><r><rPr><b/></rPr><t>b</t></r></si><si><t>c</t></si></sst>',
    'xl/worksheets/_rels/sheet1.xml.rels': relations([
      ['comments', '../comments1.xml'],
      ['drawing', '../drawings/drawing1.xml'],
      ['pivotTable', '../pivotTables/pivotTable1.xml'],
      ['hyperlink', 'file://server/share'],
    ]),
    'xl/comments1.xml': '<comments><commentList><comment ref="A1"/><comment ref="B1"/></commentList></comments>',
    'xl/drawings/drawing1.xml':
      '<xdr:wsDr><xdr:pic/><xdr:pic/><xdr:graphicFrame/><xdr:sp/><mc:AlternateContent><mc:Choice><xdr:cxnSp/></mc:Choice><mc:Fallback><xdr:sp/><xdr:pic/></mc:Fallback></mc:AlternateContent></xdr:wsDr>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1"><c r="A1" t="s" s="1"><v>0</v></c><c r="B1"><f t="array" ref="B1:B2">A1:A2*2</f><v>4</v></c><c r="C1"><f>[1]Other!A1</f><v>7</v></c></row></sheetData>
      <sheetProtection sheet="1"/><autoFilter ref="A1:B2"/><conditionalFormatting sqref="A1"><cfRule/><cfRule/></conditionalFormatting><dataValidations><dataValidation/></dataValidations><hyperlinks><hyperlink ref="A1" r:id="r4"/></hyperlinks><pageSetup/><tableParts><tablePart/></tableParts></worksheet>`,
  }
  const { sheets, losses } = await readXlsx(await zipped(new Map(Object.entries(files))))

  expect([...(sheets[0]?.cells.values() ?? [])].map(({ text }) => text)).toEqual(['ab', '4', '7'])
  expect(Object.fromEntries(losses.found())).toEqual({
    ...{ formulas: 1, arrayFormulas: 1, comments: 2, pictures: 2, charts: 2, shapes: 2, pivotTables: 1, links: 1 },
    ...{ textRuns: 1, conditionalFormats: 2, validations: 1, filters: 1, tables: 1, rotations: 1, definedNames: 1 },
    ...{ protections: 1, printSetups: 1, macros: 1 },
  })
})
