import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '#core/item/item.ts'
import { site, type Browser, type Site } from './harness.ts'
import { codeOf, dataOf } from './replies.ts'

let here: Site
let owner: Browser
let manager: Browser
let editor: Browser
let reader: Browser
let admin: Browser
beforeAll(async () => {
  here = await site()
  const { world } = here
  owner = await here.browserOf(world.owner)
  manager = await here.browserOf(world.manager)
  editor = await here.browserOf(world.editor)
  reader = await here.browserOf(world.reader)
  admin = await here.browserOf(world.admin)
})
afterAll(() => here.close())

const binOf = (item: Item, browser = owner) => dataOf(browser, 'recycle/getList', { item_id: item.id })
const recover = (item: { readonly id: number }, pageId: number, browser = owner) =>
  codeOf(browser, 'recycle/recover', { item_id: item.id, page_id: pageId })
/** An item with a page in a catalog, which the editor deleted. */
async function withDeletedPage() {
  const item = await here.world.addItem()
  const catalog = await here.world.addCatalog(item)
  const page = await here.world.addPage(item, { catalogId: catalog.id, title: 'Start', content: 'first words' })
  await dataOf(editor, 'page/delete', { page_id: page.id })
  return { item, page }
}

describe('the recycle bin over REST', () => {
  it('[REC-01] [ISET-33] [API-089] [ENT-REC-01] [ENT-REC-02] [ENT-REC-03] [ENT-REC-04] says who deleted what and when', async () => {
    const { item, page } = await withDeletedPage()

    expect(await binOf(item)).toEqual([
      {
        page_id: page.id,
        page_title: 'Start',
        del_by_username: here.world.editor.username,
        del_time: '2026-03-01 17:30:00',
      },
    ])
  })

  it('[REC-08] is an empty list when nothing was deleted', async () => {
    expect(await binOf(await here.world.addItem())).toEqual([])
  })

  it('[REC-02] [REC-03] [REC-09] [API-090] gives a page back to its catalog, with title, content and history, and to the search', async () => {
    const { item, page } = await withDeletedPage()
    expect(await codeOf(owner, 'page/info', { page_id: page.id })).toBe(10101)

    expect(await recover(item, page.id)).toBe(0)

    expect(await dataOf(owner, 'page/info', { page_id: page.id })).toMatchObject({
      item_id: item.id,
      cat_id: page.catalogId,
      page_title: 'Start',
      page_content: 'first words',
      s_number: page.order,
    })
    expect(await binOf(item)).toEqual([])
    const { menu } = await dataOf(owner, 'item/info', { item_id: item.id })
    expect(menu.catalogs).toMatchObject([{ cat_id: page.catalogId, pages: [{ page_id: page.id }] }])
    const found = await dataOf(owner, 'item/search', { item_id: item.id, keyword: 'first words' })
    expect(found.pages).toMatchObject([{ page_id: page.id }])
    expect(await codeOf(editor, 'page/save', { page_id: page.id, page_title: 'Start', page_content: 'more' })).toBe(0)
  })

  it('gives back the pages of a deleted catalog, into the root', async () => {
    const item = await here.world.addItem()
    const catalog = await here.world.addCatalog(item)
    const page = await here.world.addPage(item, { catalogId: catalog.id })
    await dataOf(editor, 'catalog/delete', { item_id: item.id, cat_id: catalog.id })

    expect(await binOf(item)).toMatchObject([{ page_id: page.id, del_by_username: here.world.editor.username }])
    expect(await dataOf(owner, 'recycle/recover', { item_id: item.id, page_id: page.id })).toEqual({ cat_id: 0 })
    expect(await dataOf(owner, 'page/info', { page_id: page.id })).toMatchObject({ cat_id: 0, s_number: 99 })
  })

  it('[REC-06] [D50] is for those who manage the item', async () => {
    const { item, page } = await withDeletedPage()
    const anybody = here.browser()

    for (const browser of [editor, reader]) {
      expect(await codeOf(browser, 'recycle/getList', { item_id: item.id })).toBe(10303)
      expect(await recover(item, page.id, browser)).toBe(10303)
    }
    expect(await codeOf(anybody, 'recycle/getList', { item_id: item.id })).toBe(10102)
    expect(await recover(item, page.id, anybody)).toBe(10102)
    for (const browser of [manager, admin]) expect(await binOf(item, browser)).toHaveLength(1)
    expect(await recover(item, page.id, manager)).toBe(0)
  })

  it('[REC-07] gives no page of another item, and answers as if there were none', async () => {
    const { page } = await withDeletedPage()
    const item = await here.world.addItem()
    const live = await here.world.addPage(item)

    expect(await recover(item, page.id)).toBe(10101)
    expect(await recover(item, live.id)).toBe(10101)
    expect(await recover(item, 2_000_000_000)).toBe(10101)
    expect(await codeOf(owner, 'page/info', { page_id: page.id })).toBe(10101)
  })

  it('[D14] of an archived item is shown, and gives nothing back', async () => {
    const { item, page } = await withDeletedPage()
    await here.world.product.database.items.update({ ...item, isArchived: true })

    expect(await binOf(item)).toHaveLength(1)
    expect(await recover(item, page.id)).toBe(10103)
    expect(await binOf(item)).toHaveLength(1)
  })
})
