import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { site, type Browser, type Site } from './harness.ts'
import { codeOf, dataOf } from './replies.ts'

let here: Site
let editor: Browser
let reader: Browser
beforeAll(async () => {
  here = await site()
  editor = await here.browserOf(here.world.editor)
  reader = await here.browserOf(here.world.reader)
})
afterAll(() => here.close())

const add = async (itemId: number, name: string, parent = 0): Promise<number> =>
  (await dataOf(editor, 'catalog/save', { item_id: itemId, cat_id: '', parent_cat_id: parent, cat_name: name })).cat_id
async function threeLevels() {
  const item = await here.world.addItem()
  const a = await add(item.id, 'A')
  const b = await add(item.id, 'B', a)
  const c = await add(item.id, 'C', b)
  return { item, a, b, c }
}
const tree = (itemId: number) => dataOf(reader, 'catalog/catListGroup', { item_id: itemId })
const menuOf = async (itemId: number) => (await dataOf(reader, 'item/info', { item_id: itemId })).menu

describe('catalogs over REST', () => {
  it('[CAT-02] [CAT-21] [API-062] are added without cat_id and changed with it', async () => {
    const { id } = await here.world.addItem()
    const catId = await add(id, 'Orders')

    expect((await menuOf(id)).catalogs).toMatchObject([{ cat_id: catId, cat_name: 'Orders', pages: [], catalogs: [] }])
    await dataOf(editor, 'catalog/save', { item_id: id, cat_id: catId, parent_cat_id: 0, cat_name: 'All orders' })

    expect(await tree(id)).toMatchObject([{ cat_id: catId, cat_name: 'All orders' }])
  })

  it('[CAT-03] [CAT-04] [CAT-05] [API-059] [ENT-CAT-01] [ENT-CAT-02] [ENT-CAT-03] [ENT-CAT-04] [ENT-CAT-05] [ENT-CAT-06] nest from level 2 to 4', async () => {
    const { item, a, b, c } = await threeLevels()

    const row = { item_id: item.id, s_number: 99 }
    expect(await tree(item.id)).toEqual([
      {
        ...row,
        cat_id: a,
        cat_name: 'A',
        parent_cat_id: 0,
        level: 2,
        sub: [
          {
            ...row,
            cat_id: b,
            cat_name: 'B',
            parent_cat_id: a,
            level: 3,
            sub: [{ ...row, cat_id: c, cat_name: 'C', parent_cat_id: b, level: 4, sub: [] }],
          },
        ],
      },
    ])
  })

  it('[CAT-06] [CONST-19] are refused below the third level', async () => {
    const { item, c } = await threeLevels()

    expect(await codeOf(editor, 'catalog/save', { item_id: item.id, parent_cat_id: c, cat_name: 'D' })).toBe(10411)
  })

  it('[CAT-07] [API-060] are named by their whole path', async () => {
    const { item } = await threeLevels()

    const names = await dataOf(reader, 'catalog/catListName', { item_id: item.id })

    expect(names.map(({ cat_name: name }: { cat_name: string }) => name)).toEqual(['A', 'A / B', 'A / B / C'])
  })

  it('[CAT-08] [API-061] list their pages in order', async () => {
    const { item, a } = await threeLevels()
    const late = await here.world.addPage(item, { catalogId: a, title: 'late', order: 5 })
    const early = await here.world.addPage(item, { catalogId: a, title: 'early', order: 1 })
    await here.world.addPage(item, { title: 'in the root' })

    expect(await dataOf(editor, 'catalog/getPagesBycat', { item_id: item.id, cat_id: a })).toEqual([
      { page_id: early.id, page_title: 'early', s_number: 1 },
      { page_id: late.id, page_title: 'late', s_number: 5 },
    ])
    expect(await dataOf(editor, 'catalog/getPagesBycat', { item_id: item.id, cat_id: 0 })).toMatchObject([
      { page_title: 'in the root' },
    ])
    expect(await codeOf(reader, 'catalog/getPagesBycat', { item_id: item.id, cat_id: a })).toBe(10103)
  })

  it('[CAT-09] [CAT-10] [API-063] go with those below them, and their pages leave the menu', async () => {
    const { item, a, b, c } = await threeLevels()
    const page = await here.world.addPage(item, { catalogId: c })
    const stays = await here.world.addPage(item, { catalogId: a })

    await dataOf(editor, 'catalog/delete', { item_id: item.id, cat_id: b })

    const { catalogs } = await menuOf(item.id)
    expect(catalogs).toMatchObject([{ cat_id: a, catalogs: [], pages: [{ page_id: stays.id }] }])
    expect(await codeOf(editor, 'page/info', { page_id: page.id })).not.toBe(0)
  })

  it('[CAT-11] [CAT-12] [API-064] are renamed, moved and sorted by batUpdate', async () => {
    const { item, a, b, c } = await threeLevels()
    const cats = [
      { cat_id: c, cat_name: 'first', parent_cat_id: 0, level: 2, s_number: 1 },
      { cat_id: a, cat_name: 'second', parent_cat_id: 0, level: 2, s_number: 2 },
      { cat_id: b, cat_name: 'below', parent_cat_id: c, level: 3, s_number: 1 },
    ]

    await dataOf(editor, 'catalog/batUpdate', { item_id: item.id, cats: JSON.stringify(cats) })

    expect(await tree(item.id)).toMatchObject([
      { cat_id: c, cat_name: 'first', level: 2, s_number: 1, sub: [{ cat_id: b, cat_name: 'below', level: 3 }] },
      { cat_id: a, cat_name: 'second', level: 2, s_number: 2, sub: [] },
    ])
  })

  it('[CAT-13] are out of reach of batUpdate when they belong to another item', async () => {
    const { item } = await threeLevels()
    const other = await threeLevels()
    const cats = [{ cat_id: other.a, cat_name: 'mine now', parent_cat_id: 0, level: 2, s_number: 1 }]

    expect(await codeOf(editor, 'catalog/batUpdate', { item_id: item.id, cats: JSON.stringify(cats) })).toBe(10101)
    expect(await tree(other.item.id)).toMatchObject([{ cat_name: 'A' }])
  })

  it('[CAT-14] [API-065] [CONST-40] are copied with all below them', async () => {
    const { item, a, c } = await threeLevels()
    await here.world.addPage(item, { catalogId: c, title: 'deep' })
    const target = await here.world.addItem()

    await dataOf(editor, 'catalog/copy', { cat_id: a, new_p_cat_id: 0, to_item_id: target.id, is_del: 0 })

    const { catalogs } = await menuOf(target.id)
    expect(catalogs[0].catalogs[0].catalogs[0].pages).toMatchObject([{ page_title: 'deep' }])
    expect(await tree(item.id)).toHaveLength(1)
  })

  it('[CAT-15] [CONST-40] are moved with is_del 1', async () => {
    const { item, b } = await threeLevels()
    const target = await here.world.addItem()

    await dataOf(editor, 'catalog/copy', { cat_id: b, new_p_cat_id: 0, to_item_id: target.id, is_del: 1 })

    expect(await tree(target.id)).toMatchObject([{ cat_name: 'B', level: 2, sub: [{ cat_name: 'C', level: 3 }] }])
    expect(await tree(item.id)).toMatchObject([{ cat_name: 'A', sub: [] }])
  })

  it('[CAT-16] are copied only by those who may edit both items', async () => {
    const { a } = await threeLevels()
    const stranger = await here.browserOf(here.world.stranger)
    const { item_id: own } = await dataOf(stranger, 'item/add', { item_type: 1, item_name: 'own' })

    const copy = { cat_id: a, new_p_cat_id: 0, is_del: 0 }
    expect(await codeOf(stranger, 'catalog/copy', { ...copy, to_item_id: own })).toBe(10103)
    expect(await codeOf(editor, 'catalog/copy', { ...copy, to_item_id: own })).toBe(10103)
  })

  it('[CAT-19] never lie below themselves', async () => {
    const { item, a, c } = await threeLevels()

    for (const parent of [a, c]) {
      const fields = { item_id: item.id, cat_id: a, parent_cat_id: parent, cat_name: 'A' }
      expect(await codeOf(editor, 'catalog/save', fields)).toBe(10412)
    }
  })

  it('[CAT-20] are changed by editors only', async () => {
    const { item, a } = await threeLevels()
    const cats = JSON.stringify([{ cat_id: a, cat_name: 'x', parent_cat_id: 0, level: 2, s_number: 1 }])

    expect(await codeOf(reader, 'catalog/save', { item_id: item.id, cat_name: 'x' })).toBe(10103)
    expect(await codeOf(reader, 'catalog/delete', { item_id: item.id, cat_id: a })).toBe(10103)
    expect(await codeOf(reader, 'catalog/batUpdate', { item_id: item.id, cats })).toBe(10103)
    expect(await codeOf(here.browser(), 'catalog/save', { item_id: item.id, cat_name: 'x' })).toBe(10102)
    expect(await tree(item.id)).toMatchObject([{ cat_name: 'A' }])
  })

  it('[CAT-22] are refused without a name', async () => {
    const { id } = await here.world.addItem()

    expect(await codeOf(editor, 'catalog/save', { item_id: id, cat_name: ' ' })).toBe(10101)
  })

  it('come in the order of their numbers, smaller first', async () => {
    const { id } = await here.world.addItem()
    for (const [name, number] of [
      ['last', 9],
      ['first', 1],
      ['unsorted', 99],
    ] as const) {
      await dataOf(editor, 'catalog/save', { item_id: id, cat_name: name, s_number: number })
    }

    expect((await tree(id)).map(({ cat_name: name }: { cat_name: string }) => name)).toEqual([
      'first',
      'last',
      'unsorted',
    ])
  })
})
