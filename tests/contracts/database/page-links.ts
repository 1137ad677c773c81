import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { aPage, anItem, later, NOW, type Opener } from './things.ts'

/** Links of pages, as the port promises them. */
export function pageLinksContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const aLinkedPage = async (digest: string, endsAt: Date | null = null) => {
    const page = await aPage(database, (await anItem(database)).id)
    const link = { pageId: page.id, sealed: `sealed ${digest}`, digest, endsAt }
    return { page, link, add: () => database.pageLinks.add(link, 7, NOW) }
  }
  const sealedOf = async (pageId: number) => (await database.access.ofPage(pageId, null))?.sealedKey

  describe('links of pages', () => {
    it('are found by their digest, and tell editors of the page their key', async () => {
      const { page, link, add } = await aLinkedPage('found')

      expect(await sealedOf(page.id)).toBeNull()
      expect(await add()).toEqual(link)

      expect(await database.pageLinks.pageOf('found', NOW)).toBe(page.id)
      expect(await database.pageLinks.pageOf('never was', NOW)).toBeNull()
      expect(await sealedOf(page.id)).toBe('sealed found')
    })

    it('are one for each page, whoever is faster', async () => {
      const { page } = await aLinkedPage('raced')

      const kept = await Promise.all(
        [1, 2, 3, 4].map((n) =>
          database.pageLinks.add(
            { pageId: page.id, sealed: `sealed ${n}`, digest: `raced ${n}`, endsAt: null },
            n,
            NOW,
          ),
        ),
      )

      expect(new Set(kept.map(({ digest }) => digest)).size).toBe(1)
      expect(await sealedOf(page.id)).toBe(kept[0]?.sealed)
    })

    it('are given to no page that somebody has put into the recycle bin meanwhile', async () => {
      const { page, add } = await aLinkedPage('too late')
      await database.pages.recycle(page.id, 7, later(1))

      await expect(add()).rejects.toMatchObject({ kind: 'changedMeanwhile' })
      expect(await database.pageLinks.pageOf('too late', NOW)).toBeNull()
    })

    it('end at their time, and give way to a new one only then', async () => {
      const { page, link, add } = await aLinkedPage('ends', later(60))
      const next = { pageId: page.id, sealed: 'sealed next', digest: 'next', endsAt: null }
      expect(await add()).toEqual(link)

      expect(await database.pageLinks.pageOf('ends', later(59))).toBe(page.id)
      expect(await database.pageLinks.pageOf('ends', later(60))).toBeNull()
      expect((await database.access.ofPage(page.id, null))?.linkEndsAt).toEqual(later(60))

      expect(await database.pageLinks.add(next, 7, later(59))).toEqual(link)
      expect(await database.pageLinks.add(next, 7, later(60))).toEqual(next)
      expect(await database.pageLinks.pageOf('ends', NOW)).toBeNull()
      expect(await database.pageLinks.pageOf('next', later(10_000))).toBe(page.id)
      expect((await database.access.ofPage(page.id, null))?.linkEndsAt).toBeNull()
    })

    it('are dead once they are removed', async () => {
      const { page, add } = await aLinkedPage('removed')
      await add()

      expect(await database.pageLinks.of(page.id)).toMatchObject({ pageId: page.id, digest: 'removed' })
      expect(await database.pageLinks.remove(page.id, 'another one')).toBe(false)
      expect(await database.pageLinks.pageOf('removed', NOW)).toBe(page.id)
      expect(await database.pageLinks.remove(page.id, 'removed')).toBe(true)
      await add()
      expect(await database.pageLinks.remove(page.id)).toBe(true)
      expect(await database.pageLinks.of(page.id)).toBeNull()
      expect(await database.pageLinks.remove(page.id)).toBe(false)
      expect(await database.pageLinks.pageOf('removed', NOW)).toBeNull()
    })

    it('end with their page in the recycle bin, and do not come back with it', async () => {
      const { page, add } = await aLinkedPage('thrown away')
      await add()

      await database.pages.recycle(page.id, 7, later(1))
      expect(await database.pageLinks.pageOf('thrown away', NOW)).toBeNull()

      await database.pages.recover(page.itemId, page.id, { catalogId: null, order: 99 })
      expect(await database.pageLinks.pageOf('thrown away', NOW)).toBeNull()
    })

    it('end with the catalog of their page, and with their item', async () => {
      const { page, add } = await aLinkedPage('gone with the item')
      const catalog = await database.catalogs.insert({
        itemId: page.itemId,
        parentId: null,
        name: 'Guides',
        level: 1,
        order: 99,
      })
      const inside = await aPage(database, page.itemId, { catalogId: catalog.id })
      await database.pageLinks.add(
        { pageId: inside.id, sealed: 's', digest: 'gone with the catalog', endsAt: null },
        7,
        NOW,
      )
      await add()

      await database.pages.recycleIn([catalog.id], 7, later(1))
      expect(await database.pageLinks.pageOf('gone with the catalog', NOW)).toBeNull()
      await database.items.delete(page.itemId)
      expect(await database.pageLinks.pageOf('gone with the item', NOW)).toBeNull()
    })
  })
}
