import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { versionOf } from '#core/page/version.ts'
import { aCatalog, anItem, aPage, aUser, later, NOW, pageFacts, resaved, type Opener } from './things.ts'

/** Pages, their versions and the receipts of their saves. */
export function pagesContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  const pageOf = async (id: number) => (await database.access.ofPage(id, null))?.page

  describe('pages', () => {
    it('are read as they were written, whatever the text', async () => {
      const item = await anItem(database)
      const content = `"quotes" 'single' \\back\\ {"json":[1]} \t\n\r\n😀 数据 ${'x'.repeat(300_000)}`

      const page = await aPage(database, item.id, { title: `'; drop table page --`, content })

      expect(await pageOf(page.id)).toEqual(page)
      expect(await database.pages.ofItem(item.id)).toEqual([page])
    })

    it('come by order, then age; recycled ones do not come', async () => {
      const item = await anItem(database)
      const [a, b] = [await aPage(database, item.id), await aPage(database, item.id)]
      const first = await aPage(database, item.id, { order: 1 })
      const gone = await aPage(database, item.id)
      await database.pages.recycle(gone.id, 1, NOW)

      expect((await database.pages.headsOf(item.id)).map(({ id }) => id)).toEqual([first.id, a.id, b.id])
      expect((await database.pages.ofItem(item.id)).map(({ id }) => id)).toEqual([first.id, a.id, b.id])
      expect(await database.pages.countIn(item.id)).toBe(3)
      expect(await pageOf(gone.id)).toEqual({ ...gone, deletion: { byId: 1, at: NOW } })
      const { content: _content, deletion: _deletion, ...head } = first
      expect((await database.pages.headsOf(item.id))[0]).toEqual(head)
    })

    it('are given for some catalogs only', async () => {
      const item = await anItem(database)
      const [catalog, other] = [await aCatalog(database, item.id), await aCatalog(database, item.id)]
      const page = await aPage(database, item.id, { catalogId: catalog.id })
      await aPage(database, item.id, { catalogId: other.id })
      await aPage(database, item.id)

      expect(await database.pages.ofItem(item.id, [catalog.id])).toEqual([page])
      expect(await database.pages.ofItem(item.id, [])).toEqual([])
    })

    it('are given by their ids, as far as they are live pages of the item', async () => {
      const item = await anItem(database)
      const [page, other, gone] = [
        await aPage(database, item.id),
        await aPage(database, item.id),
        await aPage(database, item.id),
      ]
      const foreign = await aPage(database, (await anItem(database)).id)
      await database.pages.recycle(gone.id, 1, NOW)

      const found = await database.pages.byIds(item.id, [other.id, gone.id, foreign.id, page.id, 2_000_000])

      expect(found.toSorted((a, b) => a.id - b.id)).toEqual([page, other])
      expect(await database.pages.byIds(item.id, [])).toEqual([])
    })

    it('are given by their ids as far as their texts fit, the first one in any case', async () => {
      const item = await anItem(database)
      const gone = await aPage(database, item.id, { content: 'x' })
      const [small, large, last] = [
        await aPage(database, item.id, { content: '页面' }),
        await aPage(database, item.id, { content: 'x'.repeat(20_000) }),
        await aPage(database, item.id, { content: 'y' }),
      ]
      await database.pages.recycle(gone.id, 1, NOW)
      const given = async (pages: readonly { readonly id: number }[], mostBytes: number) => {
        const ids = [gone, ...pages].map(({ id }) => id)
        return (await database.pages.byIds(item.id, ids, mostBytes)).map(({ id }) => id).toSorted((a, b) => a - b)
      }

      expect(await given([small, last, large], 7)).toEqual([small.id, last.id])
      expect(await given([small, last, large], 6)).toEqual([small.id])
      expect(await given([small, large, last], 20_000)).toEqual([small.id])
      expect(await given([large, small, last], 10)).toEqual([large.id])
      expect(await given([large, small, last], 30_000)).toEqual([small.id, large.id, last.id])
    })

    it('go into the recycle bin together, as far as they are live pages of the item', async () => {
      const item = await anItem(database)
      const [page, other, gone] = [
        await aPage(database, item.id),
        await aPage(database, item.id),
        await aPage(database, item.id),
      ]
      const foreign = await aPage(database, (await anItem(database)).id)
      await database.pages.recycle(gone.id, 1, NOW)

      const ids = [page, gone, foreign].map(({ id }) => id)
      expect(await database.pages.recycleAll(item.id, ids, 2, later(1))).toEqual([page.id])

      expect((await database.pages.headsOf(item.id)).map(({ id }) => id)).toEqual([other.id])
      expect((await pageOf(page.id))?.deletion).toEqual({ byId: 2, at: later(1) })
      expect((await pageOf(gone.id))?.deletion).toEqual({ byId: 1, at: NOW })
      expect((await pageOf(foreign.id))?.deletion).toBeNull()
    })

    it('are found by their title in one catalog or in the root', async () => {
      const item = await anItem(database)
      const catalog = await aCatalog(database, item.id)
      const late = await aPage(database, item.id, { title: 'Log in', order: 5 })
      const early = await aPage(database, item.id, { title: 'Log in', order: 1 })
      const inside = await aPage(database, item.id, { title: 'Log in', catalogId: catalog.id })
      const idOf = (catalogId: number | null, title: string) => database.pages.idOf(item.id, catalogId, title)

      expect(await idOf(null, 'Log in')).toBe(early.id)
      expect(await idOf(catalog.id, 'Log in')).toBe(inside.id)
      expect(await idOf(null, 'log in')).toBeNull()
      expect(await database.pages.idOf((await anItem(database)).id, null, 'Log in')).toBeNull()
      await database.pages.recycle(early.id, 1, NOW)
      expect(await idOf(null, 'Log in')).toBe(late.id)
    })

    it('are inserted by the hundred', async () => {
      const item = await anItem(database)
      const pages = Array.from({ length: 450 }, (_, index) =>
        pageFacts(item.id, { title: `第 ${index} 页`, order: index }),
      )

      await database.pages.insertAll(pages)

      const stored = await database.pages.ofItem(item.id)
      expect(stored.map(({ id: _id, ...page }) => page)).toEqual(pages)
    })

    it('are written only over the revision the save is based on', async () => {
      const page = await aPage(database, (await anItem(database)).id)
      const saved = resaved(page, { title: 'two', content: 'new', authorId: 7, order: 3 })

      expect(await database.pages.update(saved, 1, { catalogId: page.catalogId, order: page.order + 1 })).toBe(false)
      expect(await database.pages.update(saved, 1, page)).toBe(true)
      expect(await database.pages.update(resaved(page, { title: 'late' }), 1)).toBe(false)
      expect(await pageOf(page.id)).toEqual(saved)
      await database.pages.recycle(page.id, 1, NOW)
      expect(await database.pages.update(resaved(saved), 2)).toBe(false)
    })

    it('lets one of twenty saves of the same revision through, and keeps its version once', async () => {
      const page = await aPage(database, (await anItem(database)).id)

      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          database.transaction(async (store) => {
            const isWritten = await store.pages.update(resaved(page, { title: `by ${index}` }), 1)
            if (isWritten) await store.versions.keep(versionOf(page), 20)
            return isWritten
          }),
        ),
      )

      expect(outcomes.filter(Boolean)).toHaveLength(1)
      expect((await pageOf(page.id))?.title).toBe(`by ${outcomes.indexOf(true)}`)
      expect(await database.versions.ofPage(page.id)).toHaveLength(1)
    })

    it('are put in order within their item only', async () => {
      const [item, foreign] = [await anItem(database), await anItem(database)]
      const [a, b, other] = [
        await aPage(database, item.id),
        await aPage(database, item.id),
        await aPage(database, foreign.id),
      ]

      await database.pages.setOrder(item.id, new Map([[a.id, 2], [b.id, 1], [other.id, 1]])) // prettier-ignore

      expect((await database.pages.headsOf(item.id)).map(({ id, order }) => [id, order])).toEqual([[b.id, 1], [a.id, 2]]) // prettier-ignore
      expect((await pageOf(other.id))?.order).toBe(99)
    })

    it('move to another item', async () => {
      const [item, target] = [await anItem(database), await anItem(database)]
      const catalog = await aCatalog(database, target.id)
      const page = await aPage(database, item.id, { title: 'wanderer' })

      await database.pages.moveAll([page.id], { itemId: target.id, catalogId: catalog.id })

      expect(await pageOf(page.id)).toEqual({ ...page, itemId: target.id, catalogId: catalog.id })
      const find = (itemId: number) => database.search.find(['wanderer'], { itemId, topCatalogIds: null }, 9)
      expect([(await find(item.id)).length, (await find(target.id)).length]).toEqual([0, 1])
    })

    it('go into the recycle bin with their catalogs, and are gone for good after their time', async () => {
      const item = await anItem(database)
      const catalog = await aCatalog(database, item.id)
      const [inside, outside] = [
        await aPage(database, item.id, { catalogId: catalog.id }),
        await aPage(database, item.id),
      ]

      expect(await database.pages.recycleIn([catalog.id], 5, NOW)).toEqual([inside.id])
      expect(await database.pages.recycleIn([catalog.id], 5, NOW)).toEqual([])
      await database.catalogs.deleteAll([catalog.id])
      await database.pages.recycle(outside.id, 5, later(100))

      await database.pages.purgeRecycledBefore(NOW)
      expect(await database.pages.purgeRecycledBefore(later(50))).toBeGreaterThanOrEqual(1)
      expect(await database.pages.purgeRecycledBefore(later(50))).toBe(0)
    })
  })

  describe('the recycle bin', () => {
    const whereIs = ({ id, title, catalogId, order }: Awaited<ReturnType<typeof aPage>>) => ({
      id,
      title,
      catalogId,
      order,
    })

    it('lists the pages of its item with who put them there and when, newest first', async () => {
      const [item, foreign] = [await anItem(database), await anItem(database)]
      const user = await aUser(database)
      const [first, second] = [await aPage(database, item.id), await aPage(database, item.id)]
      await aPage(database, item.id)
      const other = await aPage(database, foreign.id)
      await database.pages.recycle(first.id, user.id, NOW)
      await database.pages.recycle(second.id, 999_999, later(10))
      await database.pages.recycle(other.id, user.id, NOW)

      expect(await database.pages.recycledIn(item.id)).toEqual([
        { ...whereIs(second), deletion: { byId: 999_999, at: later(10) }, deletedByUsername: '' },
        { ...whereIs(first), deletion: { byId: user.id, at: NOW }, deletedByUsername: user.username },
      ])
    })

    it('[REC-09] gives a page back to where it is wanted with all it was, and to the search', async () => {
      const item = await anItem(database)
      const catalog = await aCatalog(database, item.id)
      const page = await aPage(database, item.id, { catalogId: catalog.id, order: 3, title: 'lost', content: 'found' })
      await database.pages.recycle(page.id, 1, NOW)

      const recovered = await database.pages.recover(item.id, page.id, { catalogId: null, order: 99 })

      expect(recovered).toEqual({ ...page, catalogId: null, order: 99 })
      expect(await pageOf(page.id)).toEqual(recovered)
      expect(await database.pages.recycledIn(item.id)).toEqual([])
      const hits = await database.search.find(['found'], { itemId: item.id, topCatalogIds: null }, 9)
      expect(hits.map(({ pageId }) => pageId)).toEqual([page.id])
      expect(await database.pages.update(resaved(page, { catalogId: null }), 1)).toBe(true)
    })

    it('gives nothing that does not lie in it', async () => {
      const [item, foreign] = [await anItem(database), await anItem(database)]
      const [live, recycled] = [await aPage(database, item.id), await aPage(database, item.id)]
      await database.pages.recycle(recycled.id, 1, NOW)

      expect(await database.pages.recover(foreign.id, recycled.id, { catalogId: null, order: 99 })).toBeNull()
      expect(await database.pages.recover(item.id, live.id, { catalogId: null, order: 99 })).toBeNull()
      expect(await database.pages.recover(item.id, 2_000_000_000, { catalogId: null, order: 99 })).toBeNull()
      expect(await database.pages.recycledIn(item.id)).toHaveLength(1)
    })
  })

  describe('versions', () => {
    it('come newest first with the name of their author, and only for their page', async () => {
      const author = await aUser(database)
      const itemId = (await anItem(database)).id
      const [page, other] = [await aPage(database, itemId, { authorId: author.id }), await aPage(database, itemId)]
      await database.versions.keep(versionOf(page), 20)
      await database.versions.keep({ ...versionOf(page), revision: 2, authorId: 999_999 }, 20)

      const versions = await database.versions.ofPage(page.id)
      expect(versions.map(({ revision, authorUsername }) => [revision, authorUsername])).toEqual([
        [2, ''],
        [1, author.username],
      ])
      const heads = await database.versions.headsOf(page.id)
      expect(versions).toMatchObject(heads)
      expect(heads.map((head) => 'content' in head)).toEqual([false, false])
      const newest = versions[0]?.id ?? 0
      expect(await database.versions.byId(page.id, newest)).toEqual(versions[0])
      expect(await database.versions.byId(other.id, newest)).toBeNull()
      expect(await database.versions.setComment(other.id, newest, 'wrong page', null)).toBe(false)
      expect(await database.versions.setComment(page.id, newest, '备注', '')).toBe(true)
      expect(await database.versions.setComment(page.id, newest, 'too late', '')).toBe(false)
      expect((await database.versions.byId(page.id, newest))?.comment).toBe('备注')
    })

    it('are kept up to a number, the newest of their page', async () => {
      const itemId = (await anItem(database)).id
      const [page, other] = [await aPage(database, itemId), await aPage(database, itemId)]
      const keep = (revision: number, count: number) => database.versions.keep({ ...versionOf(page), revision }, count)
      const revisions = async (pageId: number) =>
        (await database.versions.ofPage(pageId)).map(({ revision }) => revision)
      await database.versions.keep(versionOf(other), 3)

      for (let revision = 1; revision <= 5; revision += 1) await keep(revision, 3)
      expect(await revisions(page.id)).toEqual([5, 4, 3])
      await keep(6, 20)
      expect(await revisions(page.id)).toEqual([6, 5, 4, 3])
      await keep(7, 1)
      expect(await revisions(page.id)).toEqual([7])
      expect(await revisions(other.id)).toEqual([1])
    })
  })

  describe('save receipts', () => {
    it('are claimed once for each user and save id', async () => {
      const [user, other] = [await aUser(database), await aUser(database)]

      const claims = await Promise.all(Array.from({ length: 8 }, () => database.saves.claim(user.id, 'save', NOW)))

      expect(claims.filter(Boolean)).toHaveLength(1)
      expect(await database.saves.claim(other.id, 'save', NOW)).toBe(true)
    })

    it('tell what the save led to once it is done, until they are swept', async () => {
      const user = await aUser(database)
      await database.saves.claim(user.id, 'done', NOW)
      expect(await database.saves.find(user.id, 'done')).toBeNull()

      await database.saves.complete(user.id, 'done', { pageId: 4, revision: 2 })

      expect(await database.saves.find(user.id, 'done')).toEqual({ pageId: 4, revision: 2 })
      expect(await database.saves.sweep(later(1))).toBeGreaterThanOrEqual(1)
      expect(await database.saves.find(user.id, 'done')).toBeNull()
    })

    it('of a save that failed leave the save id free', async () => {
      const user = await aUser(database)

      await database
        .transaction(async (store) => {
          await store.saves.claim(user.id, 'failed', NOW)
          throw new Error('the save failed')
        })
        .catch(() => undefined)

      expect(await database.saves.claim(user.id, 'failed', NOW)).toBe(true)
    })
  })
}
