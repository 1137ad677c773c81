import { afterAll, beforeAll, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { site, type Browser, type Site } from '#tests/rest/harness.ts'
import plugin from './plugin.ts'

let place: Site
let manager: Browser
beforeAll(async () => {
  const operations = { ...coreOperations, ...plugin.operations }
  place = await site({ operations, plugins: [plugin], contributes: plugin.contributes })
  manager = await place.browserOf(place.world.manager)
})
afterAll(() => place.close())

const block = (title: string, lines = '') => `/** octavo\n@catalog A/B\n@title ${title}\n${lines} */\n`

it('two comments of one title make one page, and of several pages of that title the first is written', async () => {
  const item = await place.world.addItem()
  const pair = (await manager.post('item/getKey', { item_id: item.id })).data
  const push = async (content: string) => (await manager.post('open/fromComments', { ...pair, content })).data

  expect(await push(block('One') + block('Two') + block('One', '@url /later'))).toMatchObject({ made: 2, changed: 1 })
  const catalog = (await manager.post('item/info', { item_id: item.id })).data.menu.catalogs[0].catalogs[0]
  expect(catalog.pages.map((page: { page_title: string }) => page.page_title)).toEqual(['One', 'Two'])
  await manager.post('page/save', {
    ...{ page_id: 0, item_id: item.id, cat_id: catalog.cat_id, page_title: 'One', page_content: 'by hand' },
  })
  const versions = async () =>
    (await manager.post('page/history', { page_id: catalog.pages[0].page_id })).data.length as number
  const before = await versions()

  expect(await push(block('One', '@url /later') + block('Two'))).toMatchObject({ made: 0, changed: 0, same: 2 })
  expect(await versions()).toBe(before)
  expect(await push(block('Two', '@number 5'))).toMatchObject({ changed: 1 })
})

it('nothing is written when a part cannot be', async () => {
  const item = await place.world.addItem()
  const pair = (await manager.post('item/getKey', { item_id: item.id })).data
  const content = block('One') + '/** octavo\n@catalog a/b/c/d\n@title Too deep */'

  expect((await manager.post('open/fromComments', { ...pair, content })).error_code).not.toBe(0)
  expect((await manager.post('item/info', { item_id: item.id })).data.menu).toMatchObject({ pages: [], catalogs: [] })
})
