import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteSettings } from '#core/site/settings.ts'
import { writeSettings } from '#core/settings.ts'
import { site, type Browser, type Site } from './harness.ts'
import { codeOf, dataOf } from './replies.ts'

let here: Site
let owner: Browser
let editor: Browser
let reader: Browser
let stranger: Browser
beforeAll(async () => {
  here = await site()
  owner = await here.browserOf(here.world.owner)
  editor = await here.browserOf(here.world.editor)
  reader = await here.browserOf(here.world.reader)
  stranger = await here.browserOf(here.world.stranger)
})
afterAll(() => here.close())

describe('item/info', () => {
  it('[ITEM-01] [ITEM-02] [ITEM-05] [ITEM-24] [ITEM-26] [API-023] [ENT-ITEM-01] [ENT-ITEM-02] [ENT-ITEM-04] [ENT-ITEM-05] [ENT-ITEM-09] [ENT-ITEM-10] [ENT-ITEM-11] [ENT-ITEM-12] [ENT-ITEM-13] [ENT-ITEM-14] [ENT-ITEM-15] [ENT-ITEM-16] [ENT-ITEM-17] [ENT-ITEM-18] [ENT-ITEM-19] [ENT-ITEM-20] shows an open item to a visitor', async () => {
    const { id } = await here.world.addItem({ domain: 'item01' })

    const info = await dataOf(here.browser(), 'item/info', { item_id: id })

    expect(info).toMatchObject({
      item_id: id,
      item_name: 'Payments',
      item_domain: 'item01',
      item_type: 1,
      is_archived: 0,
      default_page_id: 0,
      default_cat_id2: 0,
      default_cat_id3: 0,
      default_cat_id4: 0,
      item_edit: false,
      item_manage: false,
      is_login: false,
      global_param: { query: [], body: [], header: [] },
      show_watermark: 0,
      unread_count: 0,
      menu: { pages: [], catalogs: [] },
    })
    expect(await dataOf(stranger, 'item/info', { item_id: id })).toMatchObject({ item_edit: false, item_manage: false })
  })

  it('[ITEM-03] says who is logged in', async () => {
    const { id } = await here.world.addItem()

    expect((await dataOf(stranger, 'item/info', { item_id: id })).is_login).toBe(true)
    expect((await dataOf(here.browser(), 'item/info', { item_id: id })).is_login).toBe(false)
  })

  it('[ITEM-06] [ENT-MENU-01] [ENT-MENU-02] gives the way to a page on the third level', async () => {
    const item = await here.world.addItem()
    const ids: number[] = [0]
    for (const name of ['one', 'two', 'three']) {
      const fields = { item_id: item.id, cat_name: name, parent_cat_id: ids.at(-1) ?? 0 }
      ids.push((await dataOf(editor, 'catalog/save', fields)).cat_id)
    }
    const page = await here.world.addPage(item, { catalogId: ids[3] ?? null, title: 'deep' })

    const info = await dataOf(here.browser(), 'item/info', { item_id: item.id, default_page_id: page.id })

    expect(info).toMatchObject({
      default_page_id: page.id,
      default_cat_id2: ids[1],
      default_cat_id3: ids[2],
      default_cat_id4: ids[3],
    })
    expect(info.menu.catalogs[0].catalogs[0].catalogs[0].pages).toEqual([
      { page_id: page.id, page_title: 'deep', cat_id: ids[3] },
    ])
  })

  it('[ITEM-07] [ITEM-08] filters the menu by a keyword in title or content, in any case', async () => {
    const item = await here.world.addItem()
    const one = await here.world.addPage(item, { title: 'Refunds', content: 'nothing' })
    const two = await here.world.addPage(item, { title: 'Other', content: 'about REFUNDS' })
    await here.world.addPage(item, { title: 'Unrelated', content: 'text' })
    const find = async (keyword: string) =>
      (await dataOf(here.browser(), 'item/info', { item_id: item.id, keyword })).menu

    const menu = await find('refund')
    expect(menu.pages.map(({ page_id: id }: { page_id: number }) => id).sort()).toEqual([one.id, two.id].sort())
    expect(menu.catalogs).toEqual([])
    expect(await find('zzz')).toEqual({ pages: [], catalogs: [] })
  })

  it('[ITEM-25] shows the watermark to logged-in users when the site says so', async () => {
    const { id } = await here.world.addItem()
    await writeSettings(here.world.product.database, siteSettings, { showWatermark: true })

    const shown = await dataOf(stranger, 'item/info', { item_id: id })
    await writeSettings(here.world.product.database, siteSettings, { showWatermark: false })

    expect(shown.show_watermark).toBe(1)
    expect((await dataOf(stranger, 'item/info', { item_id: id })).show_watermark).toBe(0)
  })

  it('[ITEM-27] refuses an item that does not exist', async () => {
    for (const id of [999_999, 0, 'nosuchdomain']) {
      expect(await codeOf(owner, 'item/info', { item_id: id })).not.toBe(0)
    }
  })

  it('[ITEM-31] opens a private item to its members without the visit password', async () => {
    const { id } = await here.world.addItem({ visitPassword: 'secret' })

    expect(await codeOf(reader, 'item/info', { item_id: id })).toBe(0)
  })

  it('stays below 12 kB gzipped with 300 pages', async () => {
    const item = await here.world.addItem()
    const { id: catalogId } = await here.world.addCatalog(item)
    const now = here.world.clock.now()
    const pages = Array.from({ length: 300 }, (_, n) => ({
      itemId: item.id,
      catalogId: n % 3 ? catalogId : null,
      title: `接口说明 ${n} – how to ${(n * 7919).toString(36)}`,
      content: 'x',
      order: 99,
      authorId: item.ownerId,
      revision: 1,
      createdAt: now,
      savedAt: now,
      deletion: null,
    }))
    await here.world.product.database.pages.insertAll(pages)

    const response = await here.browser().request({
      method: 'POST',
      url: '/api/item/info',
      payload: { item_id: item.id },
    })

    const { gzipSync } = await import('node:zlib')
    expect(gzipSync(response.rawPayload).length).toBeLessThan(12_000)
  })
})

describe('the visit password', () => {
  it('[ITEM-09] [ITEM-10] closes item/info and page/info to visitors and strangers', async () => {
    const item = await here.world.addItem({ visitPassword: 'secret' })
    const page = await here.world.addPage(item)

    for (const browser of [here.browser(), stranger]) {
      expect(await codeOf(browser, 'item/info', { item_id: item.id })).toBe(10303)
      expect(await codeOf(browser, 'page/info', { page_id: page.id })).toBe(10303)
    }
  })

  it('[ITEM-11] [ITEM-12] [ITEM-13] [API-025] opens one item in one browser', async () => {
    const item = await here.world.addItem({ visitPassword: 'secret' })
    const page = await here.world.addPage(item)
    const other = await here.world.addItem({ visitPassword: 'secret' })
    const visitor = here.browser()

    expect(await codeOf(visitor, 'item/pwd', { item_id: item.id, password: 'wrong' })).toBe(10307)
    expect(await codeOf(visitor, 'item/info', { item_id: item.id })).toBe(10303)
    expect(await codeOf(visitor, 'item/pwd', { item_id: item.id, page_id: 0, password: 'secret', v_code: '' })).toBe(0)

    expect(await codeOf(visitor, 'item/info', { item_id: item.id })).toBe(0)
    expect(await codeOf(visitor, 'page/info', { page_id: page.id })).toBe(0)
    expect(await codeOf(visitor, 'item/info', { item_id: other.id })).toBe(10303)
    expect(await codeOf(here.browser(), 'item/info', { item_id: item.id })).toBe(10303)
  })

  it('[ITEM-14] asks for a verification code after repeated failures', async () => {
    const { id } = await here.world.addItem({ visitPassword: 'secret' })
    const codes: number[] = []
    for (let n = 0; n < 11; n += 1)
      codes.push(await codeOf(here.browser(), 'item/pwd', { item_id: id, password: 'wrong' }))

    expect(codes).toEqual([...Array.from({ length: 9 }, () => 10307), 10308, 10206])
  })

  it('[ITEM-15] opens the item of a page with item_id 0', async () => {
    const item = await here.world.addItem({ visitPassword: 'secret' })
    const page = await here.world.addPage(item)
    const visitor = here.browser()

    await dataOf(visitor, 'item/pwd', { item_id: 0, page_id: page.id, password: 'secret' })

    expect(await codeOf(visitor, 'page/info', { page_id: page.id })).toBe(0)
  })

  it('[ITEM-16] [ENT-ITEM-06] appears in no reply to those who do not manage the item', async () => {
    const item = await here.world.addItem({ visitPassword: 'very-secret-word' })
    const page = await here.world.addPage(item)
    const replies = [
      ...(await Promise.all([reader, editor].map((each) => each.post('item/info', { item_id: item.id })))),
      ...(await Promise.all([reader, editor].map((each) => each.post('item/myList')))),
      await editor.post('item/detail', { item_id: item.id }),
      await reader.post('page/info', { page_id: page.id }),
      await owner.post('item/myList'),
      await owner.post('item/info', { item_id: item.id }),
    ]

    expect(JSON.stringify(replies)).not.toContain('very-secret-word')
  })

  it('[ITEM-29] closes the item again when it changes', async () => {
    const { id } = await here.world.addItem({ visitPassword: 'secret' })
    const visitor = here.browser()
    await dataOf(visitor, 'item/pwd', { item_id: id, password: 'secret' })
    await dataOf(stranger, 'item/pwd', { item_id: id, password: 'secret' })

    await dataOf(owner, 'item/update', { item_id: id, item_name: 'x', password: 'another' })

    expect(await codeOf(visitor, 'item/info', { item_id: id })).toBe(10303)
    expect(await codeOf(stranger, 'item/info', { item_id: id })).toBe(10303)
  })
})

describe('an archived item and one of type 3', () => {
  it('[ITEM-19] [ITEM-21] [ITEM-22] can be viewed, copied and deleted', async () => {
    const item = await here.world.addItem({ isArchived: true })
    const page = await here.world.addPage(item)

    expect(await codeOf(here.browser(), 'page/info', { page_id: page.id })).toBe(0)
    const { item_id: copy } = await dataOf(owner, 'item/add', { copy_item_id: item.id, name: 'alive' })
    expect(await dataOf(owner, 'item/info', { item_id: copy })).toMatchObject({ item_edit: true, is_archived: 0 })
    expect(await codeOf(owner, 'item/delete', { item_id: item.id, password: here.world.password })).toBe(0)
  })

  it('[ITEM-18] refuses changes', async () => {
    const item = await here.world.addItem({ isArchived: true })
    const page = await here.world.addPage(item)
    const page1 = { page_id: page.id }

    expect(await dataOf(owner, 'item/info', { item_id: item.id })).toMatchObject({ is_archived: 1, item_edit: false })
    expect(await codeOf(owner, 'page/save', { ...page1, page_title: 'x', page_content: 'x' })).toBe(10103)
    expect(await codeOf(owner, 'page/delete', page1)).toBe(10103)
    expect(await codeOf(owner, 'catalog/save', { item_id: item.id, cat_name: 'x' })).toBe(10103)
    expect(await codeOf(owner, 'page/sort', { item_id: item.id, pages: `{"${page.id}":1}` })).toBe(10103)
    expect(await codeOf(owner, 'item/update', { item_id: item.id, item_name: 'x' })).toBe(10103)
  })

  it('[ITEM-23] [PERM-08] of type 3: nobody edits', async () => {
    const item = await here.world.addItem({ type: 'runapi' })
    const page = await here.world.addPage(item)

    expect(await dataOf(owner, 'item/info', { item_id: item.id })).toMatchObject({
      item_edit: false,
      item_manage: true,
    })
    expect(await codeOf(owner, 'page/save', { page_id: page.id, page_title: 'x', page_content: 'x' })).toBe(10103)
  })
})
