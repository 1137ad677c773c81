import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { contribute, pageKinds } from '#core/plugin.ts'
import { pageKind } from '#plugins/spreadsheet/kind.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import { refusalBy } from '#tests/support/refusal.ts'
import plugin from '../plugin.ts'
import { zipped } from '../testing/zipped.ts'

const operations = coreOperations.import
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const workbook = () =>
  zipped({
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${TYPES}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c><v>7</v></c></row></sheetData></worksheet>',
  })

type Home = Awaited<ReturnType<typeof plugWorld>>
const optionsIn = async ({ owner }: Home) => {
  const { formats } = await owner.do(operations.formats, {})
  return formats.find(({ id }) => id === 'excel')?.options.map(({ name }) => name)
}
const previewIn = async ({ owner, services }: Home, isSheets: boolean) => {
  const file = await services.incoming.receive('S.xlsx', Readable.from([await workbook()]), 1_000_000)
  return owner.do(operations.preview, { file, format: 'excel', options: { isSheets } })
}

it('[ADD-15] a workbook can become sheets where there are pages of sheets', async () => {
  const home = await plugWorld({ ...plugin, contributes: [...plugin.contributes, contribute(pageKinds, pageKind)] })

  expect(await optionsIn(home)).toEqual(['isSheets'])
  expect(await previewIn(home, true)).toMatchObject({ pages: 1, tree: [{ title: 'S' }] })
})

it('[ADD-15] without pages of sheets that is neither offered nor done, and tables are', async () => {
  const home = await plugWorld(plugin)

  expect(await optionsIn(home)).toEqual([])
  expect((await refusalBy(previewIn(home, true))).kind).toBe('notAvailable')
  expect(await previewIn(home, false)).toMatchObject({ pages: 1, tree: [{ title: 'S' }] })
})
