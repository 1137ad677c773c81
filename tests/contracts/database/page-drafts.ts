import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { MOVED_DRAFT, type KeptDraft } from '#core/page/kept-draft.ts'
import { versionOf } from '#core/page/version.ts'
import { aCatalog, anItem, aPage, aUser, later, NOW, resaved, type Opener } from './things.ts'

/** Texts that are being written. */
export function pageDraftsContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const MOST = 100
  const PLENTY = 1_000_000
  async function writer() {
    const [user, item] = [await aUser(database), await anItem(database)]
    const page = await aPage(database, item.id, { title: 'Log in', content: 'stored' })
    const draft = (facts: Partial<KeptDraft> = {}): KeptDraft => ({
      userId: user.id,
      id: 'editor-1',
      pageId: page.id,
      itemId: null,
      title: 'Log in',
      content: '写了一半',
      catalogId: 0,
      baseRevision: 1,
      baseCatalogId: null,
      keptAt: NOW,
      ...facts,
    })
    const keep = (facts: Partial<KeptDraft> = {}, most = MOST) => database.drafts.keep(draft(facts), most)
    const texts = async () => (await database.drafts.ofPage(user.id, page.id, PLENTY)).map(({ content }) => content)
    return { user, item, page, draft, keep, texts }
  }

  describe('drafts of pages', () => {
    it('are found as they were kept, newest first, with what their editor started from', async () => {
      const { user, page, draft, keep } = await writer()
      await keep()
      await keep({ id: 'editor-2', content: 'later', keptAt: later(5), baseRevision: 7 })

      expect(await database.drafts.ofPage(user.id, page.id, PLENTY)).toEqual([
        {
          ...draft({ id: 'editor-2', content: 'later', keptAt: later(5), baseRevision: 7 }),
          base: null,
          isTextOmitted: false,
        },
        { ...draft(), base: { title: 'Log in', content: 'stored', catalogId: 0 }, isTextOmitted: false },
      ])
    })

    it('are listed with as many bytes of texts as asked for, and with the newest text in any case', async () => {
      const { user, item, page, keep } = await writer()
      // 12 bytes each, and what all but the newest started from takes 6 more.
      await keep({ content: '写了一半', keptAt: later(1) })
      await keep({ id: 'editor-2', content: '又写一半', keptAt: later(2) })
      await keep({ id: 'editor-3', content: '新的文本', keptAt: later(3), baseRevision: 7 })
      await keep({ id: 'editor-4', pageId: null, itemId: item.id, content: 'of a new page', baseRevision: null })
      const listed = async (bytes: number) =>
        (await database.drafts.ofPage(user.id, page.id, bytes)).map(
          ({ content, base, isTextOmitted }) => `${content} ${base?.content ?? '-'} ${isTextOmitted}`,
        )

      const [third, second, first] = ['新的文本 - false', '又写一半 stored false', '写了一半 stored false']
      expect(await listed(48)).toEqual([third, second, first])
      expect(await listed(47)).toEqual([third, second, ' - true'])
      expect(await listed(29)).toEqual([third, ' - true', ' - true'])
      expect(await listed(1)).toEqual([third, ' - true', ' - true'])
      expect(await database.drafts.ofNewPages(user.id, item.id, 1)).toMatchObject([{ content: 'of a new page' }])
    })

    it('are listed without their texts, and one by one with them', async () => {
      const { user, item, page, draft, keep } = await writer()
      await keep()
      await keep({ id: 'editor-2', keptAt: later(5) })
      await keep({ id: 'editor-3', pageId: null, itemId: item.id, baseRevision: null })
      const headOf = (facts: Partial<KeptDraft>) => {
        const { content: _text, ...head } = draft(facts)
        return head
      }

      expect(await database.drafts.headsOfPage(user.id, page.id)).toEqual([
        headOf({ id: 'editor-2', keptAt: later(5) }),
        headOf({}),
      ])
      expect(await database.drafts.headsOfNewPages(user.id, item.id)).toEqual([
        headOf({ id: 'editor-3', pageId: null, itemId: item.id, baseRevision: null }),
      ])
      expect(await database.drafts.headsOfPage(user.id + 1, page.id)).toEqual([])
      expect(await database.drafts.byId(user.id, 'editor-1')).toEqual({
        ...draft(),
        base: { title: 'Log in', content: 'stored', catalogId: 0 },
      })
      expect(await database.drafts.byId(user.id + 1, 'editor-1')).toBeNull()
    })

    it('know what they started from when somebody has saved since', async () => {
      const { user, item, page, keep } = await writer()
      const catalogId = (await aCatalog(database, item.id)).id
      await keep()
      await database.pages.update(resaved(page, { content: 'newer', catalogId }), 1)
      await database.versions.keep(versionOf(page), 20)

      // Where it lay as well: or the draft would seem to move it back.
      const [found] = await database.drafts.ofPage(user.id, page.id, PLENTY)
      expect(found?.base).toEqual({ title: 'Log in', content: 'stored', catalogId: 0 })
    })

    it('know where their page lay, although it was moved without a new revision', async () => {
      const { user, item, page, keep } = await writer()
      const [former, present] = [await aCatalog(database, item.id), await aCatalog(database, item.id)]
      await keep({ catalogId: former.id, baseCatalogId: 0 })
      await keep({ catalogId: former.id, baseCatalogId: former.id, keptAt: later(1) })
      await database.pages.moveAll([page.id], { itemId: item.id, catalogId: present.id })

      expect(await database.drafts.ofPage(user.id, page.id, PLENTY)).toMatchObject([
        { catalogId: former.id, baseCatalogId: former.id, base: { catalogId: present.id } },
      ])
    })

    it('of one editor replace each other, an earlier one never a later one', async () => {
      const { keep, texts } = await writer()
      await keep({ content: 'first' })
      await keep({ content: 'third', keptAt: later(3) })
      await keep({ content: 'second', keptAt: later(2) })

      expect(await texts()).toEqual(['third'])
    })

    it('are their author’s own, by page, and by item while there is no page', async () => {
      const { user, item, page, keep, texts } = await writer()
      const other = await aUser(database)
      await keep({ userId: other.id, content: 'of somebody else' })
      await keep({ id: 'editor-2', pageId: null, itemId: item.id, content: 'of a new page', baseRevision: null })

      expect(await texts()).toEqual([])
      expect(await database.drafts.ofNewPages(user.id, item.id, PLENTY)).toMatchObject([
        { id: 'editor-2', pageId: null, itemId: item.id, content: 'of a new page', baseRevision: null, base: null },
      ])
      expect(await database.drafts.ofNewPages(other.id, item.id, PLENTY)).toEqual([])
      expect(await database.drafts.ofPage(user.id, page.id + 1, PLENTY)).toEqual([])
    })

    it('follow the page that their editor made of a new one', async () => {
      const { user, item, keep, texts } = await writer()
      await keep({ pageId: null, itemId: item.id })
      await keep({ content: 'saved once', keptAt: later(1) })

      expect(await texts()).toEqual(['saved once'])
      expect(await database.drafts.ofNewPages(user.id, item.id, PLENTY)).toEqual([])
    })

    it('are dropped up to a moment', async () => {
      const { user, keep, texts } = await writer()
      await keep({ keptAt: later(2) })

      await database.drafts.drop(user.id, 'editor-1', later(1))
      await database.drafts.drop(user.id + 1, 'editor-1', later(9))
      expect(await texts()).toHaveLength(1)

      await database.drafts.drop(user.id, 'editor-1', later(2))
      await database.drafts.drop(user.id, 'editor-1', later(2))
      expect(await texts()).toEqual([])
    })

    it('stay as many as there may be, the newest ones, those of others left alone', async () => {
      const { keep, texts } = await writer()
      const other = await writer()
      await other.keep({ content: 'theirs' })
      for (let n = 1; n <= 4; n += 1) await keep({ id: `editor-${n}`, content: `${n}`, keptAt: later(n) }, 3)
      await keep({ id: 'editor-4', content: '4 again', keptAt: later(9) }, 3)

      expect(await texts()).toEqual(['4 again', '3', '2'])
      expect(await other.texts()).toEqual(['theirs'])
    })

    it('that moved in stay all of them, count for nothing, and take no place of others', async () => {
      const { keep, texts } = await writer()
      for (let n = 1; n <= 3; n += 1) await keep({ id: `editor-${n}`, content: `${n}`, keptAt: later(n) }, 3)
      for (let n = 4; n <= 9; n += 1) await keep({ id: `${MOVED_DRAFT}${n}`, content: `${n}`, keptAt: later(n) }, 3)
      expect(await texts()).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1'])

      await keep({ id: 'editor-4', content: 'newest', keptAt: later(20) }, 3)

      expect(await texts()).toEqual(['newest', '9', '8', '7', '6', '5', '4', '3', '2'])
    })

    it('go with the page and with the item', async () => {
      const { user, item, page, keep, texts } = await writer()
      await keep()
      await keep({ id: 'editor-2', pageId: null, itemId: item.id })
      await database.pages.recycle(page.id, user.id, NOW)
      expect(await texts()).toHaveLength(1)

      await database.items.delete(item.id)

      expect(await texts()).toEqual([])
      expect(await database.drafts.ofNewPages(user.id, item.id, PLENTY)).toEqual([])
    })
  })
}
