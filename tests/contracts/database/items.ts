import { putMember } from '#tests/support/teams.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { aCatalog, anItem, aPage, aUser, later, NOW, refusalOf, type Opener } from './things.ts'

/** Items, members, catalogs and the facts that doors decide by. */
export function itemsContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const member = (itemId: number, userId: number, facts: object = {}) =>
    database.members.put({ itemId, userId, role: 'reader', catalogId: null, addedAt: NOW, ...facts })

  describe('items', () => {
    it('are read as they were written', async () => {
      const item = await anItem(database, {
        ...{ description: '说明', domain: 'Docs', type: 'single', isArchived: true, visitGeneration: 3 },
        visitPassword: { sealed: 's', digest: 'd' },
        globalParams: { query: [{ a: 1 }], body: [], header: ['x'] },
      })

      expect((await database.access.ofItem(item.id, null))?.item).toEqual(item)
      const opened = { ...item, visitPassword: null, domain: null, name: 'New' }
      await database.items.update(opened)
      expect((await database.access.ofItem(item.id, null))?.item).toEqual(opened)
      expect(await database.access.ofItem(999_999, null)).toBeNull()
    })

    it('have domains of their own, whatever the case', async () => {
      const item = await anItem(database, { domain: 'Handbook' })
      const other = await anItem(database)

      expect(await database.items.byDomain('hANDBOOK')).toBe(item.id)
      expect(await refusalOf(anItem(database, { domain: 'handbook' }))).toBe('domainTaken')
      expect(await refusalOf(database.items.update({ ...other, domain: 'HANDBOOK' }))).toBe('domainTaken')
    })

    it('gives a domain to one of many who ask at once', async () => {
      const items = await Promise.all(Array.from({ length: 8 }, () => anItem(database)))

      const outcomes = await Promise.all(
        items.map((item) => refusalOf(database.items.update({ ...item, domain: 'once' }))),
      )

      expect(outcomes.filter((kind) => kind === null)).toHaveLength(1)
      expect(outcomes.filter((kind) => kind === 'domainTaken')).toHaveLength(7)
    })

    it('are listed for their owner and their members, sorted ones first, then the newest', async () => {
      const user = await aUser(database)
      const [old, sorted, shared] = [
        await anItem(database, { ownerId: user.id }),
        await anItem(database, { ownerId: user.id, createdAt: later(-1_000) }),
        await anItem(database, { createdAt: later(2_000) }),
      ]
      await anItem(database)
      await member(shared.id, user.id, { role: 'editor' })
      await database.items.setPositions(user.id, 0, new Map([[sorted.id, 1]]))

      const list = await database.items.ofUser(user.id)

      expect(list.map(({ item, position, grants }) => [item.id, position, grants])).toEqual([
        [sorted.id, 1, []],
        [shared.id, null, [{ role: 'editor', catalogId: null, teamId: null }]],
        [old.id, null, []],
      ])
    })

    it('take the place of an earlier order with a later one', async () => {
      const user = await aUser(database)
      const [a, b] = [await anItem(database, { ownerId: user.id }), await anItem(database, { ownerId: user.id })]
      const order = async () => (await database.items.ofUser(user.id)).map(({ item, position }) => [item.id, position])

      await database.items.setPositions(user.id, 0, new Map([[a.id, 1], [b.id, 2], [999_999, 3]])) // prettier-ignore
      expect(await order()).toEqual([[a.id, 1], [b.id, 2]]) // prettier-ignore

      await database.items.setPositions(user.id, 0, new Map([[b.id, 5]]))
      expect(await order()).toEqual([[b.id, 5], [a.id, null]]) // prettier-ignore
    })

    it('go away with everything in them', async () => {
      const item = await anItem(database)
      const user = await aUser(database)
      const top = await aCatalog(database, item.id)
      const below = await aCatalog(database, item.id, { parentId: top.id, level: 2 })
      const page = await aPage(database, item.id, { catalogId: below.id })
      await member(item.id, user.id, { catalogId: top.id })
      const notes = database.documents.collection<{ a: number }>('notes')
      await notes.put({ at: NOW, itemId: item.id, data: { a: 1 } })
      await notes.put({ at: NOW, pageId: page.id, data: { a: 2 } })

      await database.items.delete(item.id)

      expect(await database.access.ofItem(item.id, null)).toBeNull()
      expect(await database.access.ofPage(page.id, null)).toBeNull()
      expect(await database.catalogs.ofItem(item.id)).toEqual([])
      expect(await database.members.ofItem(item.id)).toEqual([])
      expect((await notes.find({})).list).toEqual([])
    })
  })

  describe('memberships', () => {
    it('are one per person and item; putting one again replaces the role', async () => {
      const [item, user] = [await anItem(database), await aUser(database)]

      const first = await member(item.id, user.id)
      const again = await member(item.id, user.id, { role: 'manager' })

      expect(again).toEqual({ ...first, role: 'manager' })
      expect(await database.members.ofItem(item.id)).toEqual([again])
      await database.members.remove(item.id, user.id)
      expect(await database.members.ofItem(item.id)).toEqual([])
    })

    it('limited to a catalog end with it instead of growing to the whole item', async () => {
      const [item, user] = [await anItem(database), await aUser(database)]
      const catalog = await aCatalog(database, item.id)
      await member(item.id, user.id, { catalogId: catalog.id })

      await database.catalogs.deleteAll([catalog.id])

      expect((await database.access.ofItem(item.id, user.id))?.grants).toEqual([])
    })
  })

  describe('what doors decide by', () => {
    it('is the page, its item, the first-level catalog, the author, grants and passes', async () => {
      const [item, user, author] = [await anItem(database), await aUser(database), await aUser(database)]
      const top = await aCatalog(database, item.id)
      const middle = await aCatalog(database, item.id, { parentId: top.id, level: 2 })
      const low = await aCatalog(database, item.id, { parentId: middle.id, level: 3 })
      const page = await aPage(database, item.id, { catalogId: low.id, authorId: author.id, content: '正文\n' })
      await member(item.id, user.id, { role: 'editor', catalogId: top.id })
      await database.items.rememberPass(user.id, item.id, 1)
      await database.items.rememberPass(user.id, item.id, 2)

      expect(await database.access.ofPage(page.id, user.id)).toEqual({
        ...{
          item,
          page,
          lock: null,
          sealedKey: null,
          linkEndsAt: null,
          authorUsername: author.username,
          topCatalogId: top.id,
        },
        attachmentCount: 0,
        grants: [{ role: 'editor', catalogId: top.id, teamId: null }],
        passedGeneration: 2,
      })
      expect(await database.access.ofPage(page.id, null)).toMatchObject({ grants: [], passedGeneration: null })
    })

    it('knows the first-level catalog at every depth, and none in the root', async () => {
      const item = await anItem(database)
      const top = await aCatalog(database, item.id)
      const middle = await aCatalog(database, item.id, { parentId: top.id, level: 2 })
      const topOf = async (catalogId: number | null) =>
        (await database.access.ofPage((await aPage(database, item.id, { catalogId, authorId: 0 })).id, null))
          ?.topCatalogId

      expect([await topOf(null), await topOf(top.id), await topOf(middle.id)]).toEqual([null, top.id, top.id])
    })

    it('is a team with what the caller is in it', async () => {
      const [owner, member, stranger] = [await aUser(database), await aUser(database), await aUser(database)]
      const team = await database.teams.insert({ name: 'Gateway', ownerId: owner.id, createdAt: NOW })
      const own = { teamId: team.id, userId: member.id, role: 'admin', addedAt: NOW } as const
      const membership = await putMember(database.teams, own)

      expect(await database.access.ofTeam(team.id, member.id)).toEqual({ team, membership })
      expect(await database.access.ofTeam(team.id, owner.id)).toEqual({ team, membership: null })
      expect(await database.access.ofTeam(team.id, stranger.id)).toEqual({ team, membership: null })
      expect(await database.access.ofTeam(2_000_000_000, owner.id)).toBeNull()
    })

    it('has an author without a name when the account is gone', async () => {
      const page = await aPage(database, (await anItem(database)).id, { authorId: 999_999 })

      expect((await database.access.ofPage(page.id, null))?.authorUsername).toBe('')
    })
  })

  describe('catalogs', () => {
    it('come by order, then age, and change together', async () => {
      const item = await anItem(database)
      const [a, b] = [await aCatalog(database, item.id), await aCatalog(database, item.id)]
      const first = await aCatalog(database, item.id, { order: 1 })
      expect(await database.catalogs.ofItem(item.id)).toEqual([first, a, b])

      const moved = { ...a, parentId: first.id, level: 2 as const, name: '移', order: 0 }
      await database.catalogs.updateAll([moved, { ...first, order: 5 }])

      expect(await database.catalogs.ofItem(item.id)).toEqual([moved, { ...first, order: 5 }, b])
      expect(await database.catalogs.itemOf(a.id)).toBe(item.id)
      expect(await database.catalogs.itemOf(999_999)).toBeNull()
    })

    it('are deleted with those below them', async () => {
      const item = await anItem(database)
      const top = await aCatalog(database, item.id)
      const below = await aCatalog(database, item.id, { parentId: top.id, level: 2 })

      await database.catalogs.deleteAll([top.id, below.id])

      expect(await database.catalogs.ofItem(item.id)).toEqual([])
    })
  })
}
