import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import plugin from './plugin.ts'

it('writes an item, a catalog and a page in both formats', async () => {
  const { owner, addItem, addCatalog, addPage } = await plugWorld(plugin)
  const item = await addItem({ name: 'Shop' })
  const catalog = await addCatalog(item, { name: 'Pets' })
  const content = (url: string) => JSON.stringify({ info: { method: 'get', url } })
  await addPage(item, { title: 'Ping', content: content('/ping') })
  const { id: pageId } = await addPage(item, { title: 'List', content: content('/pets'), catalogId: catalog.id })
  const exported = async (format: string, part: object = {}) => {
    const file = await owner.do(coreOperations.export.file, { format, itemId: item.id, ...part })
    return { name: file.name, json: JSON.parse(await text(Readable.from(file.content))) }
  }
  const pathsOf = async (part: object) => Object.keys((await exported('openapi', part)).json.paths)
  const namesOf = async (part: object) =>
    (await exported('postman', part)).json.item.map(({ name }: { name: string }) => name)

  expect(await pathsOf({})).toEqual(['/ping', '/pets'])
  expect(await pathsOf({ catalogId: catalog.id })).toEqual(['/pets'])
  expect(await pathsOf({ pageId })).toEqual(['/pets'])
  expect(await namesOf({})).toEqual(['Ping', 'Pets'])
  expect(await namesOf({ catalogId: catalog.id })).toEqual(['Pets'])
  expect(await namesOf({ pageId })).toEqual(['List'])
  expect((await exported('openapi')).name).toBe('Shop.json')
  expect((await exported('postman')).name).toBe('Shop.json')
})
