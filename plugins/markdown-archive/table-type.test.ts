import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { contribute, pageKinds } from '#core/plugin.ts'
import { pageKind } from '#plugins/spreadsheet/kind.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import { received } from '#tests/support/random-items.ts'
import plugin from './plugin.ts'

type Home = Awaited<ReturnType<typeof plugWorld>>

async function importedTable(home: Home) {
  const item = await home.addItem({ type: 'table' })
  await home.addPage(item, { content: '[]' })
  const { content } = await home.owner.do(coreOperations.export.file, { format: 'markdown', itemId: item.id })
  const archive = await buffer(Readable.from(content))
  const { warnings } = await home.owner.do(coreOperations.import.preview, {
    file: await received(home, archive, 'archive.zip'),
  })
  const { itemId } = await home.owner.do(coreOperations.import.auto, {
    file: await received(home, archive, 'archive.zip'),
    itemId: 0,
  })
  const { itemType: type } = await home.owner.do(coreOperations.item.detail, { itemId })
  return { type, warnings }
}

it('[ADD-19] recreates an item of the type table as one of that type', async () => {
  const home = await plugWorld({ ...plugin, contributes: [...plugin.contributes, contribute(pageKinds, pageKind)] })

  expect(await importedTable(home)).toEqual({ type: 'table', warnings: [] })
})

it('[ADD-19] recreates it as a regular one without pages of sheets, and says so', async () => {
  expect(await importedTable(await plugWorld(plugin))).toEqual({
    type: 'regular',
    warnings: [expect.stringContaining('switched off')],
  })
})
