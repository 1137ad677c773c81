import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import type { User } from '#core/account/user.ts'
import type { Item } from '#core/item/item.ts'
import type { Page } from '#core/page/page.ts'
import { aCatalog, anItem, aPage, aUser, later, NOW, resaved, type Opener } from './things.ts'

/** Search: every substring is found, nothing else is, and nobody finds what they may not read. */
export function searchContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const findIn = async ({ id: itemId }: Item, ...words: string[]) =>
    (await database.search.find(words, { itemId, topCatalogIds: null }, 50)).map(({ pageId }) => pageId)
  const findOf = async ({ id: userId }: User, ...words: string[]) =>
    (await database.search.find(words, { userId }, 50)).map(({ pageId }) => pageId)

  describe('search', () => {
    it('finds identifiers and Chinese by every part, without regard to case', async () => {
      const item = await anItem(database)
      const page = await aPage(database, item.id, {
        title: '接口 getUserName',
        content: '查询 user_id 与 userId，见 /api/v1/users?id=7 → C++ "数据库"。',
      })
      const words = ['user', 'id', 'ser_i', 'SERID', 'etusern', 'getUserName', '接', '接口', '数据库', '据库', '/v1/', '?id', '++', 'é'.slice(1) || '→'] // prettier-ignore

      for (const word of words) {
        expect(await findIn(item, word), word).toEqual([page.id])
        expect(await findIn(item, word.toLowerCase()), word).toEqual([page.id])
      }
      for (const word of ['数库', 'users_', 'idd', 'c--']) expect(await findIn(item, word), word).toEqual([])
    })

    it('takes signs of patterns and queries literally', async () => {
      const item = await anItem(database)
      const page = await aPage(database, item.id, { content: String.raw`50%_off \d+ 'it''s' a&b|c !x (y):*` })

      const words = ['%_o', String.raw`\d`, `''s`, 'a&b|c', '!x', '(y):*', `'it`]
      for (const word of words) expect(await findIn(item, word), word).toEqual([page.id])
      for (const word of ['5%_o', 'a_b', '%%', '_off_']) expect(await findIn(item, word), word).toEqual([])
    })

    it('wants every word, in title or text', async () => {
      const item = await anItem(database)
      const page = await aPage(database, item.id, { title: 'alpha 甲', content: 'beta 乙' })

      expect(await findIn(item, 'alpha', 'beta', '甲', '乙', 'a')).toEqual([page.id])
      expect(await findIn(item, 'alpha', 'gamma')).toEqual([])
      expect(await findIn(item, 'a', 'b')).toEqual([page.id])
    })

    it('shows hits in the title first, then the newest, as many as asked for', async () => {
      const item = await anItem(database)
      const add = (title: string, content: string, at: number) =>
        aPage(database, item.id, { title, content, savedAt: later(at) })
      const oldText = await add('one', 'needle', 1)
      const oldTitle = await add('a needle', 'x', 2)
      const newText = await add('two', 'needle', 3)
      const newTitle = await add('needles', 'needle', 4)
      // Looks like the word to the index, and is not it.
      await add('needlx xneed eedle', 'x', 5)

      expect(await findIn(item, 'needle')).toEqual([newTitle.id, oldTitle.id, newText.id, oldText.id])
      const hits = await database.search.find(['needle'], { itemId: item.id, topCatalogIds: null }, 3)
      expect(hits.map(({ pageId, isTitleHit }) => [pageId, isTitleHit])).toEqual([
        [newTitle.id, true],
        [oldTitle.id, true],
        [newText.id, false],
      ])
      expect(hits[2]).toMatchObject({ itemId: item.id, itemName: item.name, title: 'two', text: 'needle' })
    })

    it('finds a page behind newer ones in a catalog that is not searched, as many as are looked at or one more', async () => {
      const item = await anItem(database)
      const [searched, other] = [await aCatalog(database, item.id), await aCatalog(database, item.id)]
      const add = (catalogId: number, at: number) =>
        aPage(database, item.id, { catalogId, title: 'x', content: 'needle', savedAt: later(at) })
      const page = await add(searched.id, 1)
      for (let newer = 1; newer <= 6; newer += 1) {
        await add(other.id, 1 + newer)
        const hits = await database.search.find(['needle'], { itemId: item.id, topCatalogIds: [searched.id] }, 1)
        expect(
          hits.map(({ pageId }) => pageId),
          `behind ${newer}`,
        ).toEqual([page.id])
      }
    })

    it('knows a page as it is at this moment', async () => {
      const item = await anItem(database)
      const page = await aPage(database, item.id, { content: 'before' })

      await database.pages.update(resaved(page, { content: 'afterwards' }), 1)
      expect([await findIn(item, 'before'), await findIn(item, 'fterw')]).toEqual([[], [page.id]])

      await database.pages.recycle(page.id, 1, NOW)
      expect(await findIn(item, 'fterw')).toEqual([])
    })

    it('knows a saved page just as well once the index has caught up', async () => {
      const item = await anItem(database)
      const pages: Page[] = []
      for (let count = 0; count < 20; count += 1) pages.push(await aPage(database, item.id, { content: 'early' }))
      for (const page of pages) await database.pages.update(resaved(page, { content: `spät 晚 ${page.id}` }), 1)
      await new Promise((resolve) => setTimeout(resolve, 2_000))

      expect(await findIn(item, 'early')).toEqual([])
      expect((await findIn(item, '晚')).toSorted((a, b) => a - b)).toEqual(pages.map(({ id }) => id))
      expect(await findIn(item, `spät`, `${pages[7]?.id}`)).toContain(pages[7]?.id)
    })

    it('finds in a page of two million characters whatever stands at its end', async () => {
      const item = await anItem(database)
      const content = `${'中文与 English words 混排 '.repeat(100_000)}\nlastword 末尾`.slice(-2_000_000)
      const page = await aPage(database, item.id, { content })

      expect(await findIn(item, 'lastword')).toEqual([page.id])
      expect(await findIn(item, '末尾', 'english')).toEqual([page.id])
      expect(await findIn(item, 'notthere')).toEqual([])
    })

    it('over all items finds what the person owns or is a member of, and nothing else', async () => {
      const user = await aUser(database)
      const [own, shared, foreign] = [
        await anItem(database, { ownerId: user.id }),
        await anItem(database),
        await anItem(database),
      ]
      const [mine, ours] = [
        await aPage(database, own.id, { content: 'secret sauce', savedAt: later(2) }),
        await aPage(database, shared.id, { content: 'secret sauce', savedAt: later(1) }),
      ]
      await aPage(database, foreign.id, { content: 'secret sauce' })
      await database.members.put({ itemId: shared.id, userId: user.id, role: 'reader', catalogId: null, addedAt: NOW })

      expect(await findOf(user, 'secret')).toEqual([mine.id, ours.id])
      await database.members.remove(shared.id, user.id)
      expect(await findOf(user, 'secret')).toEqual([mine.id])
      expect(await findOf(await aUser(database), 'secret')).toEqual([])
    })

    it('finds the same for somebody with a few items and with very many', async () => {
      const [foreign, owner] = [await anItem(database), await aUser(database)]
      await aPage(database, foreign.id, { title: 'plentiful' })
      for (const owned of [1, 60]) {
        for (let count = 1; count < owned; count += 1) await anItem(database, { ownerId: owner.id })
        const { id: itemId } = await anItem(database, { ownerId: owner.id })
        const { id } = await aPage(database, itemId, { title: 'plentiful', savedAt: later(owned) })
        expect((await findOf(owner, 'plentiful'))[0]).toBe(id)
        expect(await findOf(owner, 'plentiful')).toHaveLength(owned === 1 ? 1 : 2)
      }
    })

    it('stays below the first-level catalogs a member is limited to', async () => {
      const [item, user] = [await anItem(database), await aUser(database)]
      const [top, other] = [await aCatalog(database, item.id), await aCatalog(database, item.id)]
      const below = await aCatalog(database, item.id, { parentId: top.id, level: 2 })
      const add = (catalogId: number | null) => aPage(database, item.id, { catalogId, title: 'limited' })
      const [inTop, inBelow] = [await add(top.id), await add(below.id)]
      await Promise.all([add(null), add(other.id)])
      await database.members.put({ itemId: item.id, userId: user.id, role: 'reader', catalogId: top.id, addedAt: NOW })

      expect((await findOf(user, 'limited')).toSorted((a, b) => a - b)).toEqual([inTop.id, inBelow.id])
      const scope = { itemId: item.id, topCatalogIds: [top.id] }
      expect(await database.search.find(['limited'], scope, 9)).toHaveLength(2)
      expect(await database.search.find(['limited'], { ...scope, topCatalogIds: [] }, 9)).toEqual([])
      const elsewhere = await aCatalog(database, (await anItem(database)).id)
      expect(await database.search.find(['limited'], { ...scope, topCatalogIds: [elsewhere.id] }, 9)).toEqual([])
    })

    it('finds Chinese titles by their pinyin, after titles and before texts that have the word', async () => {
      const item = await anItem(database)
      const add = (title: string, content: string, at: number) =>
        aPage(database, item.id, { title, content, savedAt: later(at) })
      const heard = await add('用户数据库 v2', '没有', 1)
      const inText = await add('three', 'SJK and shujuku', 2)
      const inTitle = await add('sjk shujuku', 'x', 3)
      await add('数字', '数据库', 4)

      for (const word of ['sjk', 'SJK', 'shujuku']) {
        expect(await findIn(item, word), word).toEqual([inTitle.id, heard.id, inText.id])
      }
      for (const words of [['yhsjk'], ['yonghu', 'v2'], ['yonghu', '数据'], ['yh', 'sjk']]) {
        expect(await findIn(item, ...words), words.join(' ')).toEqual([heard.id])
      }
      for (const words of [['onghu'], ['yh', 'three'], ['yh', '没有'], ['kjs']]) {
        expect(await findIn(item, ...words), words.join(' ')).toEqual([])
      }
      const scope = { itemId: item.id, topCatalogIds: null }
      expect((await database.search.find(['yonghu'], scope, 1))[0]).toMatchObject({
        isTitleHit: true,
        heardAs: ['用户'],
      })
      expect(await database.search.idsIn(['sjk'], scope, 50)).toEqual([inTitle.id, heard.id, inText.id])
      expect(await database.search.find(['yonghu'], { ...scope, topCatalogIds: [] }, 9)).toEqual([])
    })

    it('does not let titles that sound like a word hide what has it', async () => {
      const item = await anItem(database)
      for (let at = 0; at < 20; at += 1)
        await aPage(database, item.id, { title: `安全${at}`, content: '', savedAt: later(at) })
      const inText = await aPage(database, item.id, { title: 'x', content: 'an apple' })

      const hits = await database.search.find(['an'], { itemId: item.id, topCatalogIds: null }, 10)
      expect(hits.map(({ pageId }) => pageId)).toContain(inText.id)
      expect(hits.filter(({ heardAs }) => heardAs.length > 0)).toHaveLength(5)
    })

    it('forgets the sounds of a title with the title, and finds nobody else’s by them', async () => {
      const [user, foreign] = [await aUser(database), await anItem(database)]
      const item = await anItem(database, { ownerId: user.id })
      const page = await aPage(database, item.id, { title: '数据库', content: '' })
      await aPage(database, foreign.id, { title: '数据库', content: '' })
      expect(await findOf(user, 'sjk')).toEqual([page.id])

      await database.pages.update(resaved(page, { title: '接口' }), 1)
      for (const isIndexed of [false, true]) {
        if (isIndexed) await new Promise((resolve) => setTimeout(resolve, 2_000))
        expect([await findOf(user, 'sjk'), await findOf(user, 'jiekou')]).toEqual([[], [page.id]])
      }
    })

    it('law: a page is found by a word exactly when its title or text contains it', async () => {
      const item = await anItem(database)
      const alphabet = fc.constantFrom(...'abAB01_-.%数据库接口，é\\\'"😀')
      const word = fc.string({ unit: alphabet, minLength: 2, maxLength: 6 })
      const text = fc
        .array(fc.string({ unit: alphabet, maxLength: 12 }), { maxLength: 6 })
        .map((parts) => parts.join(' '))
      let known: { id: number; text: string }[] = []

      await fc.assert(
        fc.asyncProperty(text, text, word, fc.nat(), async (title, content, strange, at) => {
          const page = await aPage(database, item.id, { title, content })
          known = [...known.slice(-30), { id: page.id, text: `${title}\n${content}`.toLowerCase() }]
          const stretch = `${title} ${content}`.split(' ').find((part) => [...part].length > 1) ?? 'ab'
          const characters = [...stretch]
          const from = at % (characters.length - 1)
          for (const searched of [strange, characters.slice(from, from + 2 + (at % 4)).join('')]) {
            const found = await database.search.find(
              [searched.toLowerCase()],
              { itemId: item.id, topCatalogIds: null },
              5_000,
            )
            const ids = new Set(found.map(({ pageId }) => pageId))
            for (const each of known) expect(ids.has(each.id)).toBe(each.text.includes(searched.toLowerCase()))
          }
        }),
        { numRuns: 60 },
      )
    })
  })
}
