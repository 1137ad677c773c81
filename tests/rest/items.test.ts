import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { site, type Browser, type Site } from './harness.ts'
import { codeOf, dataOf, type FormFields } from './replies.ts'

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

const idsIn = (list: readonly { readonly item_id: number }[]): readonly number[] => list.map(({ item_id: id }) => id)
const newItem = async (browser: Browser, fields: FormFields = {}): Promise<number> =>
  (await dataOf(browser, 'item/add', { item_type: 1, item_name: 'Payments', ...fields })).item_id
const menuOf = async (browser: Browser, itemId: number) =>
  (await dataOf(browser, 'item/info', { item_id: itemId })).menu

describe('item/myList', () => {
  it('[ILIST-02] [ILIST-03] [ILIST-05] gives what one owns with the creator flag, and what one is a member of without', async () => {
    const { id } = await here.world.addItem()

    const mine = await dataOf(owner, 'item/myList')
    const shared = await dataOf(reader, 'item/myList')

    expect(mine.find((row: { item_id: number }) => row.item_id === id)).toMatchObject({ creator: 1 })
    expect(shared.find((row: { item_id: number }) => row.item_id === id)).toMatchObject({ creator: 0 })
    expect(idsIn(await dataOf(stranger, 'item/myList'))).not.toContain(id)
  })

  it('[ILIST-04] [ILIST-30] [API-018] [ENT-ITEM-03] [ENT-ITEM-07] [ENT-ITEM-08] says what is private, also to readers', async () => {
    const { id } = await here.world.addItem({ visitPassword: 'secret', domain: 'ilist30', description: 'how we pay' })

    const row = (await dataOf(reader, 'item/myList', { item_group_id: 0 })).find(
      (each: { item_id: number }) => each.item_id === id,
    )

    expect(row).toMatchObject({
      item_id: id,
      item_name: 'Payments',
      item_description: 'how we pay',
      item_domain: 'ilist30',
      item_type: 1,
      is_private: 1,
      creator: 0,
    })
  })

  it('[ILIST-06] with original=1 gives only what one made', async () => {
    const { id } = await here.world.addItem()
    const own = await newItem(editor)

    const list = idsIn(await dataOf(editor, 'item/myList', { original: 1 }))

    expect(list).toContain(own)
    expect(list).not.toContain(id)
  })

  it('[ILIST-20] [API-019] comes in the order that item/sort saved', async () => {
    const person = await here.browserOf(await here.world.addUser('sorter'))
    const [a, b, c] = [await newItem(person), await newItem(person), await newItem(person)]

    await dataOf(person, 'item/sort', { data: JSON.stringify({ [b]: 1, [c]: 2, [a]: 3 }), item_group_id: 0 })

    expect(idsIn(await dataOf(person, 'item/myList'))).toEqual([b, c, a])
  })

  it('[ILIST-28] [ISET-27] [API-027] has no deleted item, nor can it be viewed', async () => {
    const id = await newItem(owner)

    await dataOf(owner, 'item/delete', { item_id: id, password: here.world.password })

    expect(idsIn(await dataOf(owner, 'item/myList'))).not.toContain(id)
    expect(await codeOf(owner, 'item/info', { item_id: id })).toBe(10303)
  })

  it('[ISET-28] keeps an item whose deletion came with a wrong login password', async () => {
    const id = await newItem(owner)

    expect(await codeOf(owner, 'item/delete', { item_id: id, password: 'wrong' })).toBe(10216)
    expect(await codeOf(owner, 'item/info', { item_id: id })).toBe(0)
  })
})

describe('item/add', () => {
  it('[ADD-04] [ITEM-04] makes an empty item that its owner edits and manages', async () => {
    const info = await dataOf(owner, 'item/info', { item_id: await newItem(owner) })

    expect(info.menu).toEqual({ pages: [], catalogs: [] })
    expect(info).toMatchObject({ item_edit: true, item_manage: true, creator: 1 })
  })

  it('[GEN-01] [ADD-05] [ADD-06] [ADD-23] [ITEM-30] [CONST-42] makes every type of item, single pages and spreadsheets with their page', async () => {
    for (const [type, pages] of [
      [1, 0],
      [2, 1],
      [3, 0],
      [4, 1],
    ] as const) {
      const info = await dataOf(owner, 'item/info', { item_id: await newItem(owner, { item_type: type }) })
      expect(info.item_type).toBe(type)
      expect(info.menu.pages).toHaveLength(pages)
    }
    const { item_type: type } = await dataOf(owner, 'item/info', { item_id: await newItem(owner, { item_type: 0 }) })
    expect(type).toBe(1)
  })

  it('[ADD-09] [D17] [D18] refuses an illegal personal domain', async () => {
    for (const domain of ['a-b', 'a b', '域名', '2026', 'api']) {
      expect(await codeOf(owner, 'item/add', { item_name: 'x', item_type: 1, item_domain: domain })).toBe(10305)
    }
  })

  it('[ADD-10] [ISET-06] [D18] refuses a domain that exists; its own may stay', async () => {
    const id = await newItem(owner, { item_domain: 'add10' })
    const other = await newItem(owner)

    expect(await codeOf(owner, 'item/add', { item_name: 'x', item_type: 1, item_domain: 'ADD10' })).toBe(10304)
    const update = { item_name: 'x', item_description: '', password: '' }
    expect(await codeOf(owner, 'item/update', { ...update, item_id: other, item_domain: 'add10' })).toBe(10304)
    expect(await codeOf(owner, 'item/update', { ...update, item_id: other, item_domain: 'a-b' })).toBe(10305)
    expect(await codeOf(owner, 'item/update', { ...update, item_id: id, item_domain: 'add10' })).toBe(0)
  })

  it('[ADD-11] [ADD-13] [ADD-14] [API-021] copies catalogs and pages into an item of its own, private if it is to be', async () => {
    const source = await here.world.addItem()
    const catalog = await here.world.addCatalog(source, { name: 'Guides' })
    const page = await here.world.addPage(source, { catalogId: catalog.id, title: 'Start' })

    const { item_id: id } = await dataOf(editor, 'item/add', {
      copy_item_id: source.id,
      name: 'Copy',
      description: 'of payments',
      password: 'own secret',
    })

    const { catalogs } = await menuOf(editor, id)
    expect(catalogs).toMatchObject([{ cat_name: 'Guides', pages: [{ page_title: 'Start' }] }])
    expect(catalogs[0].cat_id).not.toBe(catalog.id)
    expect(catalogs[0].pages[0].page_id).not.toBe(page.id)
    expect(await codeOf(owner, 'item/info', { item_id: id })).toBe(10303)
    expect(await dataOf(editor, 'item/detail', { item_id: id })).toMatchObject({
      item_name: 'Copy',
      item_description: 'of payments',
      password: 'own secret',
    })
    const before = await menuOf(owner, source.id)
    expect(before.catalogs[0].pages[0].page_id).toBe(page.id)
  })

  it('[ADD-12] copies nothing for those who may not edit the source', async () => {
    const { id } = await here.world.addItem()

    expect(await codeOf(stranger, 'item/add', { copy_item_id: id, name: 'x' })).toBe(10103)
    expect(await codeOf(reader, 'item/add', { copy_item_id: id, name: 'x' })).toBe(10103)
  })

  it('[ADD-24] refuses an empty name', async () => {
    expect(await codeOf(owner, 'item/add', { item_type: 1, item_name: ' ' })).toBe(10101)
  })

  it('[ADD-25] refuses visitors', async () => {
    expect(await codeOf(here.browser(), 'item/add', { item_type: 1, item_name: 'x' })).toBe(10102)
  })

  it('[ADD-26] closes a private item at once', async () => {
    const id = await newItem(owner, { password: 'secret' })

    expect(await codeOf(stranger, 'item/info', { item_id: id })).toBe(10303)
    expect(await codeOf(here.browser(), 'item/info', { item_id: id })).toBe(10303)
  })
})

describe('item/update and item/detail', () => {
  it('[ISET-02] [ISET-03] [ITEM-28] [API-024] [API-026] [ENT-ITEMD-01] [ENT-ITEMD-02] [ENT-ITEMD-03] [ENT-ITEMD-04] [ENT-ITEM-06] change what managers see', async () => {
    const id = await newItem(owner)

    await dataOf(owner, 'item/update', {
      item_id: id,
      item_name: 'Orders',
      item_description: 'all of them',
      item_domain: 'iset03',
      password: 'secret',
    })

    expect(await dataOf(owner, 'item/detail', { item_id: id })).toMatchObject({
      item_name: 'Orders',
      item_description: 'all of them',
      item_domain: 'iset03',
      password: 'secret',
    })
    expect(await codeOf(stranger, 'item/detail', { item_id: id })).toBe(10303)
    expect(await codeOf(stranger, 'item/update', { item_id: id, item_name: 'mine' })).toBe(10303)
  })

  it('[ISET-04] opens the item with an empty password', async () => {
    const id = await newItem(owner, { password: 'secret' })

    await dataOf(owner, 'item/update', {
      item_id: id,
      item_name: 'Open',
      item_description: '',
      item_domain: '',
      password: '',
    })

    expect(await codeOf(stranger, 'item/info', { item_id: id })).toBe(0)
  })

  it('[ISET-07] lets the item be opened under its domain', async () => {
    const id = await newItem(owner, { item_domain: 'iset07' })

    expect(await dataOf(here.browser(), 'item/info', { item_id: 'iset07' })).toMatchObject({ item_id: id })
  })

  it('takes no owner, type or state that a form adds', async () => {
    const id = await newItem(owner)

    await dataOf(owner, 'item/update', {
      item_id: id,
      item_name: 'x',
      item_type: 4,
      is_archived: 1,
      owner_id: 1,
      uid: 1,
    })

    expect(await dataOf(owner, 'item/info', { item_id: id })).toMatchObject({
      item_type: 1,
      is_archived: 0,
      creator: 1,
    })
  })
})
