import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { contribute, pageKinds } from '#core/plugin.ts'
import { pageKind as apiDocuments } from '#plugins/api-document/kind.ts'
import { pageKind as sheets } from '#plugins/spreadsheet/kind.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import { received } from '#tests/support/random-items.ts'
import plugin from './plugin.ts'

type Home = Awaited<ReturnType<typeof plugWorld>>

async function imported(home: Home, former: 'table' | 'runapi') {
  const item = await home.addItem({ type: former })
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

const cases = [
  { former: 'table', kind: sheets, warnings: [] },
  { former: 'runapi', kind: apiDocuments, warnings: [expect.stringContaining('only programs edit its pages')] },
] as const

it.each(cases)('[ADD-19] recreates an item of the type $former as one of that type', async ({ former, ...given }) => {
  const home = await plugWorld({ ...plugin, contributes: [...plugin.contributes, contribute(pageKinds, given.kind)] })

  expect(await imported(home, former)).toEqual({ type: former, warnings: given.warnings })
})

it.each(cases)(
  '[ADD-19] recreates one of the type $former as a regular one without its pages, and says so',
  async (given) => {
    expect(await imported(await plugWorld(plugin), given.former)).toEqual({
      type: 'regular',
      warnings: [expect.stringContaining('switched off')],
    })
  },
)
