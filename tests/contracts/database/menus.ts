import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import type { Catalog } from '#core/catalog/catalog.ts'
import type { Item } from '#core/item/item.ts'
import type { Page } from '#core/page/page.ts'
import type { Store } from '#core/ports/store.ts'
import { aCatalog, anItem, aPage, later, NOW, resaved, type Opener } from './things.ts'

interface Things {
  readonly item: Item
  readonly other: Item
  readonly catalog: Catalog
  readonly page: Page
}
type Change = (store: Store, things: Things) => Promise<unknown>

const SHOWN: Readonly<Record<string, Change>> = {
  'a page is added': (store, { item }) => aPage(store, item.id),
  'a page is renamed': (store, { page }) => store.pages.update(resaved(page, { title: 'renamed' }), 1),
  'a page is put into another catalog': (store, { page }) => store.pages.update(resaved(page, { catalogId: null }), 1),
  'a save changes the order of a page': (store, { page }) => store.pages.update(resaved(page, { order: 1 }), 1),
  'pages are sorted': (store, { item, page }) => store.pages.setOrder(item.id, new Map([[page.id, 5]])),
  'a page leaves for another item': (store, { page, other }) =>
    store.pages.moveAll([page.id], { itemId: other.id, catalogId: null }),
  'a page is recycled': (store, { page }) => store.pages.recycle(page.id, 1, NOW),
  'the pages of a catalog are recycled': (store, { catalog }) => store.pages.recycleIn([catalog.id], 1, NOW),
  'a catalog is added': (store, { item }) => aCatalog(store, item.id),
  'a catalog is renamed': (store, { catalog }) => store.catalogs.updateAll([{ ...catalog, name: 'renamed' }]),
  'catalogs are sorted': (store, { catalog }) => store.catalogs.updateAll([{ ...catalog, order: 1 }]),
  'a catalog is moved': async (store, { item, catalog }) => {
    const parent = await aCatalog(store, item.id)
    await store.catalogs.updateAll([{ ...catalog, parentId: parent.id, level: 2 }])
  },
  'a catalog is deleted': (store, { catalog }) => store.catalogs.deleteAll([catalog.id]),
}

const UNSHOWN: Readonly<Record<string, Change>> = {
  'a text is saved': (store, { page }) => store.pages.update(resaved(page, { content: 'new' }), 1),
  'the item is renamed': (store, { item }) => store.items.update({ ...item, name: 'renamed' }),
  'another item gets a page': (store, { other }) => aPage(store, other.id),
  'nothing differs': (store, { page, item, catalog }) =>
    Promise.all([store.pages.setOrder(item.id, new Map([[page.id, page.order]])), store.catalogs.updateAll([catalog])]),
}

/** The revision of a menu tells every change of what the menu shows. */
export function menusContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const revisionOf = async ({ id }: Item) => (await database.access.ofItem(id, null))?.menuRevision
  const things = async (): Promise<Things> => {
    const [item, other] = [await anItem(database), await anItem(database)]
    const catalog = await aCatalog(database, item.id)
    return { item, other, catalog, page: await aPage(database, item.id, { catalogId: catalog.id }) }
  }

  describe('the revision of a menu', () => {
    it.each(Object.entries(SHOWN))('is another one once %s', async (_, change) => {
      const all = await things()
      const before = await revisionOf(all.item)

      await database.transaction((store) => change(store, all))

      expect(await revisionOf(all.item)).not.toBe(before)
    })

    it.each(Object.entries(UNSHOWN))('stays when %s', async (_, change) => {
      const all = await things()
      const before = await revisionOf(all.item)

      await database.transaction((store) => change(store, all))

      expect(await revisionOf(all.item)).toBe(before)
    })

    it('is another one in both items a page moves between', async () => {
      const { page, other } = await things()
      const before = await revisionOf(other)

      await database.pages.moveAll([page.id], { itemId: other.id, catalogId: null })

      expect(await revisionOf(other)).not.toBe(before)
    })

    it('stays when recycled pages go for good', async () => {
      const { item, page } = await things()
      await database.pages.recycle(page.id, 1, NOW)
      const before = await revisionOf(item)

      await database.pages.purgeRecycledBefore(later(1))

      expect(await revisionOf(item)).toBe(before)
    })

    it('stays when the change is undone', async () => {
      const { item } = await things()
      const before = await revisionOf(item)
      const undone = database.transaction(async (store) => {
        await aPage(store, item.id)
        throw new Error('undo')
      })

      await expect(undone).rejects.toThrow('undo')

      expect(await revisionOf(item)).toBe(before)
    })

    it('never comes back, however many changes come at once', async () => {
      const { item } = await things()
      const pages = await Promise.all(Array.from({ length: 20 }, () => aPage(database, item.id)))
      const seen = [await revisionOf(item)]

      for (const title of ['a', 'b', 'c']) {
        const renamed = pages.map((page) => ({ ...page, title }))
        await Promise.all(renamed.map((page) => database.transaction((store) => store.pages.update(page, 1))))
        seen.push(await revisionOf(item))
      }

      expect(new Set(seen).size).toBe(4)
    })

    it('lets those who save and those who change the tree pass each other', async () => {
      const { item, catalog } = await things()
      const pages = await Promise.all(
        Array.from({ length: 12 }, () => aPage(database, item.id, { catalogId: catalog.id })),
      )
      const save = (page: Page) => database.transaction((store) => store.pages.update(resaved(page, { title: 'x' }), 1))
      const sort = ({ id }: Page) =>
        database.transaction(async (store) => {
          await store.items.lock(item.id)
          await store.pages.setOrder(item.id, new Map([[id, 1]]))
          await store.pages.setOrder(item.id, new Map(pages.map((page) => [page.id, 2])))
        })

      const outcomes = await Promise.allSettled(pages.flatMap((page) => [save(page), sort(page)]))

      expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
    })

    it('is gone with the item', async () => {
      const { item } = await things()

      await database.items.delete(item.id)

      expect(await revisionOf(item)).toBeUndefined()
    })
  })
}
