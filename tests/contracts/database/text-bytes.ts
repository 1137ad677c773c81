import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import type { Page } from '#core/page/page.ts'
import type { Store } from '#core/ports/store.ts'
import { versionOf } from '#core/page/version.ts'
import { aCatalog, anItem, aPage, aUser, later, NOW, pageFacts, resaved, type Opener } from './things.ts'

const bytesOf = (...texts: readonly string[]): number => Buffer.byteLength(texts.join(''))

/** Counted is what is kept, whatever was done to it, and nobody waits for it. */
export function textBytesContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  /** As a save does it. @param most versions are kept */
  const save = (page: Page, content: string, authorId = page.authorId, most = 20): Promise<Page> =>
    database.transaction(async (store: Store) => {
      const saved = resaved(page, { content, authorId })
      expect(await store.pages.update(saved, page.revision)).toBe(true)
      await store.versions.keep(versionOf(page), most)
      return saved
    })
  const people = async () => [(await aUser(database)).id, (await aUser(database)).id] as const
  const counts = async (itemId: number, authorIds: readonly number[]) => ({
    item: await database.textBytes.ofItem(itemId),
    authors: await Promise.all(authorIds.map((id) => database.textBytes.byAuthor(id))),
  })

  describe('the bytes of texts', () => {
    it('are those of pages and versions, each counted for who wrote it', async () => {
      const [olivia, edgar] = await people()
      const item = await anItem(database)
      const first = await aPage(database, item.id, { content: '支付', authorId: olivia })

      const second = await save(first, 'pay by card', edgar)
      await save(second, '', edgar)

      const texts = [bytesOf('支付'), bytesOf('pay by card')]
      expect(await counts(item.id, [olivia, edgar])).toEqual({ item: texts[0]! + texts[1]!, authors: texts })
    })

    it('no longer count a version that gave way to newer ones', async () => {
      const [olivia] = await people()
      const item = await anItem(database)
      let page = await aPage(database, item.id, { content: 'a long text', authorId: olivia })

      for (const content of ['1', '22', '333']) page = await save(page, content, olivia, 2)

      expect((await counts(item.id, [])).item).toBe(bytesOf('1', '22', '333'))
    })

    it('count a page in the recycle bin until it goes for good', async () => {
      const [olivia] = await people()
      const item = await anItem(database)
      const page = await save(await aPage(database, item.id, { content: 'old', authorId: olivia }), 'new one')
      await aPage(database, item.id, { content: 'stays', authorId: olivia })

      await database.pages.recycle(page.id, olivia, NOW)
      const binned = await counts(item.id, [olivia])
      await database.pages.purgeRecycledBefore(later(1))

      expect(binned).toEqual({ item: 15, authors: [15] })
      expect(await counts(item.id, [olivia])).toEqual({ item: 5, authors: [5] })
    })

    it('go with a page to another item, its versions included', async () => {
      const [olivia, edgar] = await people()
      const [from, to] = [await anItem(database), await anItem(database)]
      const pages = await database.pages.insertAll(
        Array.from({ length: 30 }, () => pageFacts(from.id, { content: 'old', authorId: olivia })),
      )
      const [page] = await database.pages.byIds(from.id, pages.slice(0, 1))
      await save(page as Page, 'new one', edgar)

      await database.pages.moveAll(pages, { itemId: to.id, catalogId: null })

      expect(await counts(from.id, [])).toMatchObject({ item: 0 })
      expect(await counts(to.id, [olivia, edgar])).toEqual({ item: 97, authors: [90, 7] })
    })

    it('go with their item', async () => {
      const [olivia] = await people()
      const [item, other] = [await anItem(database), await anItem(database)]
      await save(await aPage(database, item.id, { content: 'old', authorId: olivia }), 'new one')
      await aPage(database, other.id, { content: 'other', authorId: olivia })

      await database.items.delete(item.id)

      expect(await counts(item.id, [olivia])).toEqual({ item: 0, authors: [5] })
    })

    it('stay when nothing but the place, the order or the lock of pages changes', async () => {
      const [olivia] = await people()
      const item = await anItem(database)
      const catalog = await aCatalog(database, item.id)
      const page = await aPage(database, item.id, { content: 'text', authorId: olivia })

      await database.pages.setOrder(item.id, new Map([[page.id, 3]]))
      await database.pages.moveAll([page.id], { itemId: item.id, catalogId: catalog.id })
      await database.pages.recycle(page.id, olivia, NOW)
      await database.pages.recover(item.id, page.id, { catalogId: null, order: 99 })

      expect(await counts(item.id, [olivia])).toEqual({ item: 4, authors: [4] })
    })

    it('are as before when the change is undone', async () => {
      const item = await anItem(database)
      const undone = database.transaction(async (store) => {
        await aPage(store, item.id, { content: 'never' })
        throw new Error('undo')
      })

      await expect(undone).rejects.toThrow('undo')

      expect((await counts(item.id, [])).item).toBe(0)
    })

    it('count what a plugin keeps for somebody and says that it counts', async () => {
      const [olivia] = await people()
      const notes = database.documents.collection<{ text: string }>('counted.note')

      const kept = await notes.put({ userId: olivia, at: NOW, data: { text: 'long' }, bytes: 700 })
      await notes.put({ userId: olivia, at: NOW, data: { text: 'other' } })
      const own = await notes.bytesOf(olivia)
      await notes.put({ key: 'k', userId: olivia, at: NOW, data: { text: 'x' }, bytes: 50 })
      await notes.put({ key: 'k', userId: olivia, at: NOW, data: { text: 'y' }, bytes: 20 })
      const all = await database.textBytes.byAuthor(olivia)
      await notes.delete(kept.id)

      expect([own, all]).toEqual([700, 720])
      expect(await database.textBytes.byAuthor(olivia)).toBe(20)
    })

    it('count what a plugin keeps for a page for its author and item, and go with the page', async () => {
      const [olivia, edgar] = await people()
      const [from, to] = [await anItem(database), await anItem(database)]
      const page = await aPage(database, from.id, { content: 'text', authorId: olivia })
      const notes = database.documents.collection<{ text: string }>('counted.note')
      const kept = await notes.put({ pageId: page.id, at: NOW, data: { text: 'long' }, bytes: 700, authorId: edgar })
      await notes.put({ itemId: from.id, at: NOW, data: { text: 'of the item' }, bytes: 11, authorId: edgar })
      await notes.update(kept.id, { text: 'longer' }, 900)
      await notes.update(kept.id, { text: 'the same' })
      expect(await counts(from.id, [olivia, edgar])).toEqual({ item: 915, authors: [4, 911] })

      await database.pages.moveAll([page.id], { itemId: to.id, catalogId: null })
      expect(await counts(from.id, [])).toEqual({ item: 11, authors: [] })
      expect(await counts(to.id, [edgar])).toEqual({ item: 904, authors: [911] })
      await database.pages.recycle(page.id, olivia, NOW)
      await database.pages.purgeRecycledBefore(later(1))
      await database.items.delete(from.id)

      expect(await counts(to.id, [olivia, edgar])).toEqual({ item: 0, authors: [0, 0] })
    })

    it('are right after many writes at once, of which none waits for another', async () => {
      const [olivia, edgar] = await people()
      const item = await anItem(database)
      const pages = await Promise.all(
        Array.from({ length: 24 }, () => aPage(database, item.id, { content: '1', authorId: olivia })),
      )

      const outcomes = await Promise.allSettled(
        pages.map(async (page, number) => {
          const saved = await save(page, '22', number % 2 === 0 ? olivia : edgar, 1)
          await save(saved, '333', edgar, 1)
        }),
      )

      expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
      expect(await counts(item.id, [olivia, edgar])).toEqual({ item: 24 * 5, authors: [12 * 2, 12 * 2 + 24 * 3] })
    })
  })
}
