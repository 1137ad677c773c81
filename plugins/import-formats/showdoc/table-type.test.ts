import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { contribute, pageKinds } from '#core/plugin.ts'
import { pageKind } from '#plugins/spreadsheet/kind.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import plugin from '../plugin.ts'

const table = {
  ...{ item_type: '4', item_name: 'Stock', item_description: '', password: '' },
  pages: { pages: [{ page_id: '1', page_title: 'Stock', page_content: '{}', s_number: '1' }], catalogs: [] },
}

async function imported(home: Awaited<ReturnType<typeof plugWorld>>) {
  const receive = () =>
    home.services.incoming.receive('info.json', Readable.from([Buffer.from(JSON.stringify(table))]), 1_000_000)
  const { warnings } = await home.owner.do(coreOperations.import.preview, { file: await receive() })
  const { itemId } = await home.owner.do(coreOperations.import.auto, { file: await receive(), itemId: 0 })
  const { itemType: type } = await home.owner.do(coreOperations.item.detail, { itemId })
  return { type, warnings }
}

it('[ADD-15] an item of ShowDoc that is a table is one here', async () => {
  const home = await plugWorld({ ...plugin, contributes: [...plugin.contributes, contribute(pageKinds, pageKind)] })

  expect(await imported(home)).toEqual({ type: 'table', warnings: [] })
})

it('[ADD-15] without pages of sheets it is a regular one, and says so', async () => {
  expect(await imported(await plugWorld(plugin))).toEqual({
    type: 'regular',
    warnings: [expect.stringContaining('switched off')],
  })
})
