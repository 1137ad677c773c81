import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import type { Item } from '#core/item/item.ts'
import type { Page } from '#core/page/page.ts'
import type { DocumentPart, DocumentPlace, FoundPart } from '#core/ports/document-search.ts'
import type { NewDocument } from '#core/ports/documents.ts'
import type { SearchScope } from '#core/ports/search-scope.ts'
import { aCatalog, anItem, aPage, aUser, later, NOW, type Opener } from './things.ts'

const NAME = 'contract.said'
const ALL: DocumentPart = { count: 100, after: null, exceptItems: [] }

interface Said {
  readonly text: string
  readonly isRead?: boolean
}

/** Documents of pages are found by every part of their texts, where they are searched, and as soon as they are written. */
export function documentSearchContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const said = () => database.documents.collection<Said>(NAME)
  const put = (page: Page, text: string, more: Partial<NewDocument<Said>> = {}) =>
    said().put({ pageId: page.id, at: NOW, data: { text }, searchedText: text, ...more })
  const foundIn = async (scope: SearchScope, words: readonly string[], part: Partial<DocumentPart> = {}) =>
    (await database.documentSearch.find(NAME, words, scope, { ...ALL, ...part })).documents.map(({ id }) => id)
  const whole = ({ id: itemId }: Item) => ({ itemId, topCatalogIds: null })

  describe('documents of pages', () => {
    it('are found by every part of identifiers and Chinese, without regard to case, and by nothing else', async () => {
      const item = await anItem(database)
      const { id } = await put(await aPage(database, item.id), '退款要两天，见 getUserName 与 /v1/users?id=7 “数据库”')

      for (const word of ['退款', '款要', '库', 'username', 'SERN', '/v1/', '?id', '7'])
        expect(await foundIn(whole(item), [word]), word).toEqual([id])
      expect(await foundIn(whole(item), ['退款', 'users', '两'])).toEqual([id])
      for (const word of ['款退', 'userid', '天要', "'", '%', ':*'])
        expect(await foundIn(whole(item), [word]), word).toEqual([])
      expect(await foundIn(whole(item), ['退款', '银行'])).toEqual([])
    })

    it('are found as they are now: changed, put anew, without a text, deleted', async () => {
      const item = await anItem(database)
      const page = await aPage(database, item.id)
      const first = await put(page, 'wombat')
      const keyed = await put(page, 'wombat', { key: `of ${page.id}`, at: later(1) })
      expect(await foundIn(whole(item), ['wombat'])).toEqual([keyed.id, first.id])

      await said().update(first.id, { text: 'numbat' }, undefined, 'numbat')
      await said().update(keyed.id, { isRead: true })
      expect(await foundIn(whole(item), ['wombat'])).toEqual([keyed.id])
      expect(await foundIn(whole(item), ['numbat'])).toEqual([first.id])
      await put(page, 'quoll', { key: `of ${page.id}` })
      expect(await foundIn(whole(item), ['wombat'])).toEqual([])
      expect(await foundIn(whole(item), ['quoll'])).toEqual([keyed.id])
      await said().put({ key: `of ${page.id}`, pageId: page.id, at: NOW, data: { text: 'quoll' } })
      expect(await foundIn(whole(item), ['quoll'])).toEqual([])
      await said().update(first.id, { text: '' }, 0, '')
      expect(await foundIn(whole(item), ['numbat'])).toEqual([])
      await said().update(first.id, { text: 'numbat' }, 0, 'numbat')
      await said().delete(first.id)
      expect(await foundIn(whole(item), ['numbat'])).toEqual([])
    })

    it('that are put at once are found, and those of them without a text no longer', async () => {
      const item = await anItem(database)
      const page = await aPage(database, item.id)
      const of = (name: string, searchedText?: string) => ({
        ...{ key: `${page.id} ${name}`, pageId: page.id, at: NOW, data: { text: name } },
        ...(searchedText !== undefined && { searchedText }),
      })

      await said().putAll([of('a', '袋熊'), of('b', '袋熊'), of('c')])
      const [a, b] = await said().byKeys([`${page.id} a`, `${page.id} b`])
      expect((await foundIn(whole(item), ['袋熊'])).toSorted()).toEqual([a?.id, b?.id].toSorted())
      await said().putAll([of('a'), of('b', '袋鼠')])

      expect(await foundIn(whole(item), ['袋熊'])).toEqual([])
      expect(await foundIn(whole(item), ['袋鼠'])).toHaveLength(1)
    })

    it('are found up to a length, also where that cuts a letter', async () => {
      const item = await anItem(database)
      const page = await aPage(database, item.id)
      await put(page, `numbat ${'x'.repeat(19_992)}😀wombat`)
      await said().putAll([
        {
          ...{ key: `long ${page.id}`, pageId: page.id, at: NOW, data: { text: '' } },
          searchedText: `numbat ${'x'.repeat(19_992)}😀wombat`,
        },
      ])

      expect(await foundIn(whole(item), ['numbat'])).toHaveLength(2)
      expect(await foundIn(whole(item), ['wombat'])).toEqual([])
    })

    it('are not searched where they belong to no page', async () => {
      const item = await anItem(database)

      await expect(
        said().put({ itemId: item.id, at: NOW, data: { text: 'wombat' }, searchedText: 'wombat' }),
      ).rejects.toThrow('only documents of pages are searched')
    })

    it('of other collections, items, catalogs, people and bins are not found', async () => {
      const [item, other] = [await anItem(database), await anItem(database)]
      const [mine, others] = [await aCatalog(database, item.id), await aCatalog(database, item.id)]
      const { id } = await put(await aPage(database, item.id, { catalogId: mine.id }), 'bilby')
      const beside = await put(await aPage(database, item.id, { catalogId: others.id }), 'bilby', { at: later(-1) })
      const elsewhere = await put(await aPage(database, other.id), 'bilby')
      const recycled = await aPage(database, item.id)
      await put(recycled, 'bilby')
      await database.pages.recycleAll(item.id, [recycled.id], item.ownerId, NOW)
      await database.documents
        .collection('contract.other')
        .put({ pageId: beside.pageId ?? 0, at: NOW, data: {}, searchedText: 'bilby' })
      const member = await aUser(database)
      await database.members.put({
        ...{ itemId: item.id, userId: member.id, role: 'reader', catalogId: mine.id, addedAt: NOW },
      })

      expect(await foundIn(whole(item), ['bilby'])).toEqual([id, beside.id])
      expect(await foundIn({ itemId: item.id, topCatalogIds: [mine.id] }, ['bilby'])).toEqual([id])
      expect(await foundIn({ userId: item.ownerId }, ['bilby'])).toEqual([id, beside.id])
      expect(await foundIn({ userId: member.id }, ['bilby'])).toEqual([id])
      expect(await foundIn({ userId: other.ownerId }, ['bilby'])).toEqual([elsewhere.id])
      expect(await foundIn({ userId: (await aUser(database)).id }, ['bilby'])).toEqual([])
      expect(await foundIn(whole(item), ['bilby'], { exceptItems: [item.id] })).toEqual([])
    })

    it('go with their page to another item', async () => {
      const [from, to] = [await anItem(database), await anItem(database)]
      const page = await aPage(database, from.id)
      const { id } = await put(page, 'potoroo')

      await database.pages.moveAll([page.id], { itemId: to.id, catalogId: null })

      expect(await foundIn(whole(from), ['potoroo'])).toEqual([])
      expect(await foundIn(whole(to), ['potoroo'])).toEqual([id])
      expect(await foundIn({ userId: to.ownerId }, ['potoroo'])).toEqual([id])
    })

    it('that are written while their page moves are found where it goes', async () => {
      const [from, to] = [await anItem(database), await anItem(database)]
      const page = await aPage(database, from.id)

      await Promise.all([
        database.transaction(async (store) => {
          await store.pages.moveAll([page.id], { itemId: to.id, catalogId: null })
          await new Promise((done) => setTimeout(done, 50))
        }),
        ...[1, 2, 3].map((n) =>
          database.transaction((store) =>
            store.documents
              .collection<Said>(NAME)
              .put({ pageId: page.id, at: later(n), data: { text: '' }, searchedText: 'potoroo' }),
          ),
        ),
      ])

      expect(await foundIn(whole(to), ['potoroo'])).toHaveLength(3)
      expect(await foundIn({ userId: from.ownerId }, ['potoroo'])).toEqual([])
    })

    it('come in parts, newest first, whatever their times', async () => {
      const item = await anItem(database)
      const page = await aPage(database, item.id)
      const ids: number[] = []
      for (const at of [3, 1, 2, 2, 2, 1]) ids.push((await put(page, 'dunnart', { at: later(at) })).id)
      const [third, ...rest] = ids
      const expected = [third, rest[3], rest[2], rest[1], rest[4], rest[0]]

      const seen: number[] = []
      let after: DocumentPlace | null = null
      do {
        const part = { ...ALL, count: 2, after }
        const { documents, end }: FoundPart = await database.documentSearch.find(NAME, ['dunnart'], whole(item), part)
        seen.push(...documents.map(({ id }) => id))
        after = end
      } while (after !== null)

      expect(seen).toEqual(expected)
    })
  })
}
