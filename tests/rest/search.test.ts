import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { site, type Browser, type Site } from './harness.ts'
import { codeOf, dataOf } from './replies.ts'

let here: Site
let reader: Browser
beforeAll(async () => {
  here = await site()
  reader = await here.browserOf(here.world.reader)
})
afterAll(() => here.close())

describe('item/search', () => {
  it('[ILIST-14] [ILIST-15] [API-032] [ENT-PAGE-09] gives pages with their item and the text around the match', async () => {
    const item = await here.world.addItem({ name: 'Handbook' })
    const page = await here.world.addPage(item, {
      title: '登录',
      content: `${'x'.repeat(400)} the token of the user ${'y'.repeat(400)}`,
    })

    const { pages } = await dataOf(reader, 'item/search', { keyword: 'Token', item_id: item.id })

    expect(pages).toMatchObject([
      { page_id: page.id, item_id: item.id, item_name: 'Handbook', page_title: '登录', addtime: expect.any(String) },
    ])
    expect(pages[0].search_content).toContain('the token of the user')
    expect(pages[0].search_content.length).toBeLessThan(300)
  })

  it('[ILIST-16] finds nothing in items the caller may not see', async () => {
    const hidden = await here.world.addItem({ ownerId: here.world.stranger.id, visitPassword: 'secret' })
    await here.world.product.database.members.remove(hidden.id, here.world.reader.id)
    await here.world.addPage(hidden, { title: 'quokka', content: 'quokka' })

    expect((await dataOf(reader, 'item/search', { keyword: 'quokka', item_id: 0 })).pages).toEqual([])
    expect(await codeOf(reader, 'item/search', { keyword: 'quokka', item_id: hidden.id })).toBe(10303)
    expect(await codeOf(here.browser(), 'item/search', { keyword: 'quokka' })).toBe(10102)
  })

  it('searches all items of the caller without an item', async () => {
    const [one, two] = [await here.world.addItem(), await here.world.addItem()]
    const pages = [
      await here.world.addPage(one, { title: 'numbat' }),
      await here.world.addPage(two, { title: 'numbat' }),
    ]

    const found = (await dataOf(reader, 'item/search', { keyword: 'numbat' })).pages

    const ids = found.map(({ page_id: id }: { page_id: number }) => id)
    expect(ids.sort()).toEqual(pages.map(({ id }) => id).sort())
  })

  it('starts with a single Chinese character, and with no other single character', async () => {
    const item = await here.world.addItem()
    await here.world.addPage(item, { title: '数据字典' })

    expect((await dataOf(reader, 'item/search', { keyword: '典', item_id: item.id })).pages).toHaveLength(1)
    for (const keyword of ['', 'a', '1']) {
      expect(await codeOf(reader, 'item/search', { keyword, item_id: item.id })).toBe(10101)
    }
  })
})
