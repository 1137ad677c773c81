import { bind, putMember } from '#tests/support/teams.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { anItem, aUser, later, NOW, type Opener } from './things.ts'

/** Who takes part in an item, as a member or by a team. */
export function membersContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const grantsOf = async (itemId: number, userId: number) => (await database.access.ofItem(itemId, userId))?.grants
  /** A team bound to these items, in which each of these people is an editor of each. */
  async function aTeam(itemIds: readonly number[], userIds: readonly number[]) {
    const { id: teamId } = await database.teams.insert({
      name: 'Core',
      ownerId: (await aUser(database)).id,
      createdAt: NOW,
    })
    for (const itemId of itemIds) await bind(database.teams, { teamId, itemId, addedAt: NOW })
    for (const userId of userIds) await putMember(database.teams, { teamId, userId, role: 'member', addedAt: NOW })
    const grant = { teamId, role: 'editor', catalogId: null, givenBy: null, addedAt: NOW } as const
    await database.teams.putGrants(itemIds.flatMap((itemId) => userIds.map((userId) => ({ ...grant, itemId, userId }))))
    return teamId
  }

  describe('members', () => {
    it('come in the order in which they were added, and keep their time when their role changes', async () => {
      const item = await anItem(database)
      const [first, second] = [await aUser(database), await aUser(database)]
      const put = (userId: number, role: 'reader' | 'editor', addedAt: Date) =>
        database.members.put({ itemId: item.id, userId, role, catalogId: null, addedAt })
      await put(first.id, 'reader', NOW)
      const other = await put(second.id, 'reader', later(1))

      const changed = await put(first.id, 'editor', later(2))

      expect(changed).toMatchObject({ userId: first.id, role: 'editor', addedAt: NOW })
      expect(await database.members.ofItem(item.id)).toEqual([changed, other])
    })

    it('go one by one, from one item', async () => {
      const [item, other] = [await anItem(database), await anItem(database)]
      const [user, stays] = [await aUser(database), await aUser(database)]
      for (const { id: itemId } of [item, other])
        for (const { id: userId } of [user, stays])
          await database.members.put({ itemId, userId, role: 'reader', catalogId: null, addedAt: NOW })

      await database.members.remove(item.id, user.id)

      expect((await database.members.ofItem(item.id)).map(({ userId }) => userId)).toEqual([stays.id])
      expect(await database.members.ofItem(other.id)).toHaveLength(2)
      expect(await grantsOf(item.id, user.id)).toEqual([])
    })
  })

  describe('what teams give in an item', () => {
    it('ends for one person and one item, in all teams, and the teams keep them', async () => {
      const [item, other] = [await anItem(database), await anItem(database)]
      const [user, stays] = [await aUser(database), await aUser(database)]
      const teamIds = [await aTeam([item.id, other.id], [user.id, stays.id]), await aTeam([item.id], [user.id])]

      await database.teams.endGrants(item.id, user.id)

      expect(await grantsOf(item.id, user.id)).toEqual([])
      expect((await database.teams.grantsOnItem(item.id)).map(({ userId }) => userId)).toEqual([stays.id])
      expect([await grantsOf(other.id, user.id), await grantsOf(item.id, stays.id)]).toMatchObject([
        [{ role: 'editor' }],
        [{ role: 'editor' }],
      ])
      for (const teamId of teamIds)
        expect((await database.teams.membersOf(teamId)).map(({ userId }) => userId)).toContain(user.id)
    })
  })
}
