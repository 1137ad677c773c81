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

it('the first of several pages of a title is written', async () => {
  const item = await place.world.addItem()
  const pair = (await manager.post('item/getKey', { item_id: item.id })).data
  const push = async (content: string) => (await manager.post('open/fromComments', { ...pair, content })).data

  expect(await push(block('One', '@url /later') + block('Two'))).toMatchObject({ made: 2, changed: 0 })
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

it('comments with the same title in one catalog have separate pages, the same ones in any order', async () => {
  const item = await place.world.addItem()
  const pair = (await manager.post('item/getKey', { item_id: item.id })).data
  const push = async (content: string) => (await manager.post('open/fromComments', { ...pair, content })).data
  const addresses = async () => {
    const catalog = (await manager.post('item/info', { item_id: item.id })).data.menu.catalogs[0].catalogs[0]
    const pages = catalog.pages as ReadonlyArray<{ readonly page_id: number; readonly page_title: string }>
    const shown = pages.map(async ({ page_id: pageId, page_title: title }) => {
      const { page_content: content } = (await manager.post('page/info', { page_id: pageId })).data
      return [title, (JSON.parse(content) as { readonly info: { readonly url: string } }).info.url] as const
    })
    return Object.fromEntries(await Promise.all(shown))
  }
  const one = block('One', '@url /one')
  const two = block('One', '@url /two').replace('A/B', ' A / B/')
  const three = block('One', '@url /three')
  await push(one)
  const byHand = { page_id: 0, item_id: item.id, page_title: 'One (2)' }
  const catalogId = (await manager.post('item/info', { item_id: item.id })).data.menu.catalogs[0].catalogs[0].cat_id
  await manager.post('page/save', { ...byHand, cat_id: catalogId, page_content: '{"info":{"url":"by hand"}}' })

  expect(await push(two + one)).toMatchObject({ made: 1, changed: 0, same: 1 })
  expect(await addresses()).toEqual({ One: '/one', 'One (2)': 'by hand', 'One (3)': '/two' })
  for (const again of [two + one, one + two]) expect(await push(again)).toMatchObject({ made: 0, changed: 0, same: 2 })
  expect(await push(three + two + one)).toMatchObject({ made: 1, changed: 0, same: 2 })
  expect(await push(two)).toMatchObject({ made: 0, changed: 0, same: 1 })
  expect(await addresses()).toMatchObject({ One: '/one', 'One (3)': '/two', 'One (4)': '/three' })
  expect(await push(two + two)).toMatchObject({ made: 0, changed: 1, same: 1 })
})

it('comments are taken at the other address that ShowDoc has for them', async () => {
  const item = await place.world.addItem()
  const pair = (await manager.post('item/getKey', { item_id: item.id })).data

  const { data } = await manager.post('fromComments/generate', { ...pair, content: block('One') })

  expect(data).toMatchObject({ made: 1, changed: 0 })
})

it('nothing is written when a part cannot be', async () => {
  const item = await place.world.addItem()
  const pair = (await manager.post('item/getKey', { item_id: item.id })).data
  const content = block('One') + '/** octavo\n@catalog a/b/c/d\n@title Too deep */'

  expect((await manager.post('open/fromComments', { ...pair, content })).error_code).not.toBe(0)
  expect((await manager.post('item/info', { item_id: item.id })).data.menu).toMatchObject({ pages: [], catalogs: [] })
})

it('scripts made for ShowDoc are answered in its words at its addresses, and in JSON below /api', async () => {
  const item = await place.world.addItem()
  const { api_key, api_token } = (await manager.post('item/getKey', { item_id: item.id })).data
  const tables = {
    table_info: 'name\tcomment\norders\tOrders',
    table_detail: 'table\tcolumn\norders\tid\tNULL\tNO\tint\t',
  }
  const answer = async (call: string, fields: Record<string, string>) => {
    const { statusCode, headers, body } = await manager.request({
      ...{ method: 'POST', url: `/server/index.php?s=/api/${call}` },
      payload: new URLSearchParams({ api_key, api_token, ...fields }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    return [statusCode, headers['content-type'], body]
  }
  const inWords = (words: unknown) => [200, 'text/plain; charset=utf-8', words]

  for (const call of ['open/fromComments', 'fromComments/generate', 'Open/FromComments'])
    expect(await answer(call, { content: block('One'), from: 'shell' })).toEqual(inWords('成功'))
  expect(await answer('open/updateDbItem', tables)).toEqual(inWords('成功'))
  for (const call of ['open/fromComments', 'open/updateDbItem'])
    expect(await answer(call, { ...tables, content: block('One'), api_token: 'wrong' })).toEqual(
      inWords('api_key或者api_token不匹配'),
    )
  const tooDeep = '/** showdoc\n@catalog a/b/c/d\n@title Too deep */'
  expect(await answer('open/fromComments', { content: tooDeep })).toEqual(inWords(expect.stringMatching(/^失败：./)))
  expect((await manager.post('open/fromComments', { api_key, api_token, content: block('One') })).error_code).toBe(0)
  expect(await answer('open/getCatalogTree', {})).toEqual([200, expect.stringContaining('json'), expect.any(String)])
})
