import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { anItem, aUser, later, NOW, type Opener } from './things.ts'

/** The groups into which people sort the items of their list. */
export function itemGroupsContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const admit = (itemId: number, userId: number) =>
    database.members.put({ itemId, userId, role: 'reader', catalogId: null, addedAt: NOW })
  const listed = async (userId: number, groupId: number) =>
    (await database.items.inGroup(userId, groupId)).map(({ item, position }) => [item.id, position])

  /** A person with three items of their own, and one of somebody else that they are a member of. */
  async function person() {
    const user = await aUser(database)
    const own = { ownerId: user.id }
    const items = [
      await anItem(database, own),
      await anItem(database, { ...own, createdAt: later(1_000) }),
      await anItem(database, { ...own, createdAt: later(2_000) }),
    ] as const
    const shared = await anItem(database)
    await admit(shared.id, user.id)
    const addGroup = (itemIds: readonly number[], order = 1) =>
      database.itemGroups.insert({ userId: user.id, name: '支付', itemIds, order })
    return { user, items, shared, addGroup }
  }

  describe('groups of items', () => {
    it('are read as they were written, by order, then age', async () => {
      const { user, items, shared, addGroup } = await person()
      const [a, b] = items
      const late = await addGroup([shared.id, a.id, b.id], 2)
      const [first, second] = [await addGroup([]), await addGroup([a.id, a.id])]

      expect(await database.itemGroups.ofUser(user.id)).toEqual([
        { id: first, userId: user.id, name: '支付', itemIds: [], order: 1 },
        { id: second, userId: user.id, name: '支付', itemIds: [a.id], order: 1 },
        { id: late, userId: user.id, name: '支付', itemIds: [shared.id, a.id, b.id], order: 2 },
      ])
      expect(await database.itemGroups.ofUser((await aUser(database)).id)).toEqual([])
    })

    it('take in only what is in the list of their owner', async () => {
      const { user, items, addGroup } = await person()
      const foreign = await anItem(database)

      await addGroup([foreign.id, items[0].id, 999_999])

      expect((await database.itemGroups.ofUser(user.id))[0]?.itemIds).toEqual([items[0].id])
    })

    it('show an item no longer than it is in the list, in the group and in its view', async () => {
      const { user, items, shared, addGroup } = await person()
      const id = await addGroup([shared.id, items[0].id])

      await database.members.remove(shared.id, user.id)

      expect((await database.itemGroups.ofUser(user.id))[0]?.itemIds).toEqual([items[0].id])
      expect(await listed(user.id, id)).toEqual([[items[0].id, null]])
      await database.items.delete(items[0].id)
      expect(await listed(user.id, id)).toEqual([])
    })

    it('change name and items apart from each other', async () => {
      const { user, items, addGroup } = await person()
      const id = await addGroup([items[0].id])

      await database.itemGroups.update({ id, userId: user.id, name: 'Orders' })
      expect(await database.itemGroups.ofUser(user.id)).toMatchObject([{ name: 'Orders', itemIds: [items[0].id] }])

      await database.itemGroups.update({ id, userId: user.id, itemIds: [items[2].id, items[1].id] })
      expect(await database.itemGroups.ofUser(user.id)).toMatchObject([
        { name: 'Orders', itemIds: [items[2].id, items[1].id] },
      ])
    })

    it('are found by their owner only', async () => {
      const { user, addGroup } = await person()
      const id = await addGroup([])
      const held = (userId: number, groupId: number) =>
        database.transaction((store) => store.itemGroups.lock(userId, groupId))

      expect([await held(user.id, id), await held(user.id + 1, id), await held(user.id, 999_999)]).toEqual([
        true,
        false,
        false,
      ])
    })

    it('are put into an order, those of others left alone', async () => {
      const [mine, other] = [await person(), await person()]
      const [a, b, theirs] = [await mine.addGroup([]), await mine.addGroup([], 2), await other.addGroup([])]

      const found = await database.itemGroups.setOrder(mine.user.id, new Map([[a, 9], [b, 3], [theirs, 5]])) // prettier-ignore

      expect(found).toBe(2)
      expect((await database.itemGroups.ofUser(mine.user.id)).map(({ id, order }) => [id, order])).toEqual([
        [b, 3],
        [a, 9],
      ])
      expect(await database.itemGroups.ofUser(other.user.id)).toMatchObject([{ order: 1 }])
    })

    it('go away with their positions, the items stay', async () => {
      const { user, items, addGroup } = await person()
      const [id, kept] = [await addGroup([items[0].id]), await addGroup([items[0].id])]
      for (const group of [id, kept, 0]) await database.items.setPositions(user.id, group, new Map([[items[0].id, 4]]))

      await database.itemGroups.delete(id)

      expect((await database.itemGroups.ofUser(user.id)).map((group) => group.id)).toEqual([kept])
      expect(await listed(user.id, id)).toEqual([])
      expect(await listed(user.id, kept)).toEqual([[items[0].id, 4]])
      expect(await database.items.ofUser(user.id)).toHaveLength(4)
      expect((await database.items.ofUser(user.id))[0]).toMatchObject({ item: { id: items[0].id }, position: 4 })
    })
  })

  describe('the items of a group', () => {
    it('come by their positions in this group, then the newest, with the grants on them', async () => {
      const { user, items, shared, addGroup } = await person()
      const [a, b, c] = items
      const [id, other] = [await addGroup([a.id, b.id, c.id, shared.id]), await addGroup([a.id, b.id])]

      await database.items.setPositions(user.id, id, new Map([[shared.id, 1], [a.id, 2]])) // prettier-ignore
      await database.items.setPositions(user.id, 0, new Map([[b.id, 1]]))

      expect(await listed(user.id, id)).toEqual([[shared.id, 1], [a.id, 2], [c.id, null], [b.id, null]]) // prettier-ignore
      expect(await listed(user.id, other)).toEqual([[b.id, null], [a.id, null]]) // prettier-ignore
      expect((await database.items.inGroup(user.id, id))[0]?.grants).toEqual([
        { role: 'reader', catalogId: null, teamId: null },
      ])
      expect(await listed(shared.ownerId, id)).toEqual([])
    })

    it('have no positions outside the group or the list', async () => {
      const { user, items, addGroup } = await person()
      const [a, b] = items
      const foreign = await anItem(database)
      const id = await addGroup([a.id])
      const order = new Map([[foreign.id, 1], [b.id, 2], [a.id, 3]]) // prettier-ignore

      await database.items.setPositions(user.id, id, order)
      await database.items.setPositions(user.id, 0, order)
      await database.itemGroups.update({ id, userId: user.id, itemIds: [a.id, b.id] })
      await admit(foreign.id, user.id)

      expect(await listed(user.id, id)).toEqual([[a.id, 3], [b.id, null]]) // prettier-ignore
      const all = await database.items.ofUser(user.id)
      expect(all.find(({ item }) => item.id === foreign.id)?.position).toBeNull()
    })

    it('lose their position when they leave the group, and keep it while they stay', async () => {
      const { user, items, addGroup } = await person()
      const [a, b] = items
      const id = await addGroup([a.id, b.id])
      await database.items.setPositions(user.id, id, new Map([[a.id, 1], [b.id, 2]])) // prettier-ignore

      await database.itemGroups.update({ id, userId: user.id, itemIds: [b.id] })
      await database.itemGroups.update({ id, userId: user.id, itemIds: [b.id, a.id] })

      expect(await listed(user.id, id)).toEqual([[b.id, 2], [a.id, null]]) // prettier-ignore
    })
  })
}
