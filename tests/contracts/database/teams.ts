import { bind, putMember } from '#tests/support/teams.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import type { TeamGrant, TeamMemberRole } from '#core/team/team.ts'
import { aCatalog, anItem, aUser, later, NOW, type Opener } from './things.ts'

/** Teams, their members, the items bound to them and the grants that hang on both. */
export function teamsContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const aTeam = async (ownerId?: number) =>
    database.teams.insert({ name: 'Core', ownerId: ownerId ?? (await aUser(database)).id, createdAt: NOW })
  const member = async (teamId: number, userId: number, role: TeamMemberRole = 'member') =>
    putMember(database.teams, { teamId, userId, role, addedAt: NOW })
  const binding = (teamId: number, itemId: number) => bind(database.teams, { teamId, itemId, addedAt: NOW })
  const grantsOf = async (itemId: number, userId: number) => (await database.access.ofItem(itemId, userId))?.grants

  /** A team with one member and one item, in which the member has a grant. */
  async function granted(facts: Partial<TeamGrant> = {}) {
    const [team, user, item] = [await aTeam(), await aUser(database), await anItem(database)]
    const [own, bound] = [await member(team.id, user.id), await binding(team.id, item.id)]
    const given = { teamId: team.id, itemId: item.id, userId: user.id, role: 'editor', catalogId: null, givenBy: team.ownerId } as const // prettier-ignore
    await database.teams.putGrants([{ ...given, addedAt: NOW, ...facts }])
    return { team, user, item, own, bound }
  }

  describe('teams', () => {
    it('are read as they were written', async () => {
      const [team, other] = [await aTeam(), await aUser(database)]

      expect(await database.teams.byId(team.id)).toEqual(team)
      await database.teams.update({ ...team, name: '核心', ownerId: other.id })
      expect(await database.teams.byId(team.id)).toEqual({ ...team, name: '核心', ownerId: other.id })
      expect(await database.teams.byId(999_999)).toBeNull()
    })

    it('are listed with their numbers for owners and members, oldest first', async () => {
      const [user, colleague] = [await aUser(database), await aUser(database)]
      const [joined, owned] = [await aTeam(), await aTeam(user.id)]
      await aTeam()
      const own = await member(joined.id, user.id, 'admin')
      await member(joined.id, colleague.id)
      await binding(joined.id, (await anItem(database)).id)

      expect(await database.teams.ofUser(user.id)).toEqual([
        { team: joined, memberCount: 2, itemCount: 1, membership: own },
        { team: owned, memberCount: 0, itemCount: 0, membership: null },
      ])
    })

    it('go away with members, bindings and grants', async () => {
      const { team, user, item, own, bound } = await granted()

      await database.teams.delete(team.id)

      expect(await database.teams.byId(team.id)).toBeNull()
      expect(await database.teams.memberById(own.id)).toBeNull()
      expect(await database.teams.bindingById(bound.id)).toBeNull()
      expect(await grantsOf(item.id, user.id)).toEqual([])
    })
  })

  describe('members', () => {
    it('are kept in the order in which they came', async () => {
      const team = await aTeam()
      const first = await member(team.id, (await aUser(database)).id, 'admin')
      const second = await member(team.id, (await aUser(database)).id)

      expect(await database.teams.membersOf(team.id)).toEqual([first, second])
      expect(await database.teams.memberById(second.id)).toEqual(second)
      expect(await database.teams.memberById(999_999)).toBeNull()
    })

    it('are in a team once; putting one again changes the role alone', async () => {
      const [team, user] = [await aTeam(), await aUser(database)]
      const first = await member(team.id, user.id)

      const again = { teamId: team.id, userId: user.id, role: 'admin', addedAt: later(1_000) } as const
      expect(await putMember(database.teams, again)).toEqual({ ...first, role: 'admin' })
      expect(await database.teams.membersOf(team.id)).toHaveLength(1)
    })

    it('are put together, newcomers and those who are there, in the order asked for', async () => {
      const team = await aTeam()
      const [there, first, second] = [await aUser(database), await aUser(database), await aUser(database)]
      const before = await member(team.id, there.id)
      const put = { teamId: team.id, role: 'admin', addedAt: later(1_000) } as const

      const members = await database.teams.putMembers(
        [second, there, first].map(({ id: userId }) => ({ ...put, userId })),
      )

      expect(members).toMatchObject([{ userId: second.id }, { ...before, role: 'admin' }, { userId: first.id }])
      expect(await database.teams.putMembers([])).toEqual([])
      const inTheTeam = (await database.teams.membersOf(team.id)).map(({ userId }) => userId)
      expect(inTheTeam).toEqual([there.id, second.id, first.id])
    })

    it('take their grants along when they leave', async () => {
      const { user, item, own } = await granted()

      await database.teams.removeMember(own.id)

      expect(await database.teams.memberById(own.id)).toBeNull()
      expect(await grantsOf(item.id, user.id)).toEqual([])
    })
  })

  describe('bindings', () => {
    it('are listed by team and by item, with names', async () => {
      const [team, other] = [await aTeam(), await aTeam()]
      const [first, second] = [await anItem(database), await anItem(database)]
      const bound = await binding(team.id, first.id)
      const later = await binding(team.id, second.id)
      const elsewhere = await binding(other.id, first.id)

      expect(await database.teams.itemsOf(team.id)).toEqual([
        { ...bound, itemName: first.name, itemOwnerId: first.ownerId },
        { ...later, itemName: second.name, itemOwnerId: second.ownerId },
      ])
      expect(await database.teams.teamsOn(first.id)).toEqual([
        { ...bound, teamName: 'Core', boundByUsername: expect.any(String) },
        { ...elsewhere, teamName: 'Core', boundByUsername: expect.any(String) },
      ])
      expect(await database.teams.bindingById(bound.id)).toEqual(bound)
      expect(await database.teams.bindingById(999_999)).toBeNull()
    })

    it('are made once', async () => {
      const [team, item] = [await aTeam(), await anItem(database)]
      const bound = await binding(team.id, item.id)

      const again = await bind(database.teams, { teamId: team.id, itemId: item.id, addedAt: later(1_000) })

      expect(again).toEqual(bound)
      expect(await database.teams.itemsOf(team.id)).toHaveLength(1)
    })

    it('are made together, in the order asked for', async () => {
      const [team, first, second] = [await aTeam(), await anItem(database), await anItem(database)]
      const bindings = [second, first].map(({ id: itemId }) => ({
        teamId: team.id,
        itemId,
        boundBy: team.ownerId,
        addedAt: NOW,
      }))

      expect(await database.teams.bindAll(bindings)).toMatchObject([{ itemId: second.id }, { itemId: first.id }])
      expect(await database.teams.bindAll([])).toEqual([])
    })

    it('are vouched for by whoever bound them, or by somebody instead', async () => {
      const [team, heir] = [await aTeam(), await aUser(database)]
      const [item, other] = [await anItem(database), await anItem(database)]
      const user = await aUser(database)
      await member(team.id, user.id)
      for (const { id } of [item, other]) await binding(team.id, id)
      const right = { role: 'manager', catalogId: null, givenBy: team.ownerId, addedAt: NOW } as const
      for (const { id } of [item, other])
        await database.teams.putGrants([{ teamId: team.id, itemId: id, userId: user.id, ...right }])

      await database.teams.vouchInstead(item.id, { from: team.ownerId, by: heir.id })

      expect(await database.teams.teamsOn(item.id)).toMatchObject([
        { boundBy: heir.id, boundByUsername: heir.username, teamName: 'Core' },
      ])
      expect(await database.teams.grantsOnItem(item.id)).toMatchObject([{ givenBy: heir.id }])
      expect(await database.teams.teamsOn(other.id)).toMatchObject([{ boundBy: team.ownerId }])
      expect(await database.teams.grantsOnItem(other.id)).toMatchObject([{ givenBy: team.ownerId }])
    })

    it('tell in which items somebody is a manager by the team', async () => {
      const { team, user, item } = await granted({ role: 'manager' })
      const other = await anItem(database)
      await binding(team.id, other.id)
      const right = { role: 'editor', catalogId: null, givenBy: null, addedAt: NOW } as const
      await database.teams.putGrants([{ teamId: team.id, itemId: other.id, userId: user.id, ...right }])

      expect(await database.teams.managedThrough(team.id)).toEqual([item.id])
    })

    it('take their grants along when they end', async () => {
      const { user, item, bound } = await granted()

      await database.teams.unbind(bound.id)

      expect(await database.teams.bindingById(bound.id)).toBeNull()
      expect(await grantsOf(item.id, user.id)).toEqual([])
    })

    it('end with the item', async () => {
      const { team, item, bound } = await granted()

      await database.items.delete(item.id)

      expect(await database.teams.bindingById(bound.id)).toBeNull()
      expect(await database.teams.grantsOn(team.id, item.id)).toEqual([])
    })
  })

  describe('grants', () => {
    it('are read as they were written, by team, by item and one by one', async () => {
      const { team, user, item } = await granted()

      const [grant] = await database.teams.grantsOn(team.id, item.id)

      expect(grant).toEqual({
        ...{ id: grant?.id, teamId: team.id, itemId: item.id, userId: user.id },
        ...{ role: 'editor', catalogId: null, givenBy: team.ownerId, addedAt: NOW },
      })
      expect(await database.teams.grantById(grant?.id ?? 0)).toEqual(grant)
      expect(await database.teams.grantById(999_999)).toBeNull()
      expect(await database.teams.grantsOnItem(item.id)).toEqual([{ ...grant, teamName: 'Core' }])
    })

    it('are one per team, item and person; putting one again replaces role, catalog and giver', async () => {
      const { team, user, item } = await granted()
      const catalog = await aCatalog(database, item.id)
      const [before] = await database.teams.grantsOn(team.id, item.id)
      const given = { teamId: team.id, itemId: item.id, userId: user.id, givenBy: user.id, addedAt: later(1_000) }

      await database.teams.putGrants([{ ...given, role: 'reader', catalogId: catalog.id }])

      const changed = { ...before, role: 'reader', catalogId: catalog.id, givenBy: user.id }
      expect(await database.teams.grantsOn(team.id, item.id)).toEqual([changed])
    })

    it('are written many at once, or none', async () => {
      const [team, item] = [await aTeam(), await anItem(database)]
      const users = await Promise.all(Array.from({ length: 3 }, () => aUser(database)))
      await binding(team.id, item.id)
      for (const { id } of users) await member(team.id, id)
      const given = { teamId: team.id, itemId: item.id, role: 'reader', catalogId: null, givenBy: null, addedAt: NOW } as const // prettier-ignore

      await database.teams.putGrants([])
      await database.teams.putGrants(users.map(({ id: userId }) => ({ ...given, userId })))

      const holders = (await database.teams.grantsOn(team.id, item.id)).map(({ userId }) => userId)
      expect(new Set(holders)).toEqual(new Set(users.map(({ id }) => id)))
    })

    it('are given to all of some members in all of some items, however many pairs that makes', async () => {
      const team = await aTeam()
      const [first, second] = [await anItem(database), await anItem(database)]
      const users = await Promise.all(Array.from({ length: 3 }, () => aUser(database)))
      const [outside, unbound] = [await aUser(database), await anItem(database)]
      for (const { id } of [first, second]) await binding(team.id, id)
      for (const { id } of users) await member(team.id, id)
      const holdersOf = async (itemId: number) =>
        (await database.teams.grantsOn(team.id, itemId)).map(({ userId }) => userId).toSorted((a, b) => a - b)
      const wanted = users.map(({ id }) => id).toSorted((a, b) => a - b)
      const right = { role: 'editor', catalogId: null, givenBy: team.ownerId, addedAt: NOW } as const

      const itemIds = [first.id, unbound.id, second.id, 999_999]
      await database.teams.grantToAll({ teamId: team.id, itemIds, userIds: [...wanted, outside.id, 999_999] }, right)

      expect(await holdersOf(first.id)).toEqual(wanted)
      expect(await holdersOf(second.id)).toEqual(wanted)
      expect(await database.access.ofItem(unbound.id, users[0]?.id ?? 0)).toMatchObject({ grants: [] })
      expect(await grantsOf(first.id, outside.id)).toEqual([])
    })

    it('are given in more items than one statement takes', async () => {
      const [team, items] = [await aTeam(), [await anItem(database), await anItem(database)]]
      const user = await aUser(database)
      for (const { id } of items) await binding(team.id, id)
      await member(team.id, user.id)
      const nobody = Array.from({ length: 20_000 }, (_, index) => 1_000_000 + index)
      const pairs = { teamId: team.id, itemIds: items.map(({ id }) => id), userIds: [user.id, ...nobody] }

      await database.teams.grantToAll(pairs, { role: 'reader', catalogId: null, givenBy: null, addedAt: NOW })

      for (const { id } of items) expect(await grantsOf(id, user.id)).toMatchObject([{ role: 'reader' }])
    })

    it('are a right on the item, beside those of other teams and of the own membership', async () => {
      const { user, item } = await granted()
      const other = await aTeam()
      await member(other.id, user.id)
      await binding(other.id, item.id)
      const more = { teamId: other.id, itemId: item.id, userId: user.id, role: 'manager', catalogId: null } as const
      await database.teams.putGrants([{ ...more, givenBy: null, addedAt: NOW }])
      await database.members.put({ itemId: item.id, userId: user.id, role: 'reader', catalogId: null, addedAt: NOW })

      const roles = (await grantsOf(item.id, user.id))?.map(({ role }) => role)

      expect(roles?.toSorted()).toEqual(['editor', 'manager', 'reader'])
      expect((await database.items.ofUser(user.id)).map(({ item: { id } }) => id)).toEqual([item.id])
    })

    it('are only for members of the team, and only in items bound to it', async () => {
      const { team, user, item } = await granted()
      const [stranger, unbound] = [await aUser(database), await anItem(database)]
      const given = { teamId: team.id, role: 'reader', catalogId: null, givenBy: null, addedAt: NOW } as const

      const people = [stranger.id, 999_999, user.id]
      const wanted = people.flatMap((userId) =>
        [unbound.id, 999_999, item.id].map((itemId) => ({ ...given, itemId, userId })),
      )
      await database.teams.putGrants(wanted)

      expect(await grantsOf(unbound.id, user.id)).toEqual([])
      expect(await grantsOf(item.id, stranger.id)).toEqual([])
      expect(await grantsOf(item.id, user.id)).toMatchObject([{ role: 'reader' }])
    })

    it('limited to a catalog end with it instead of growing to the whole item', async () => {
      const { team, user, item } = await granted()
      const catalog = await aCatalog(database, item.id)
      const limited = { teamId: team.id, itemId: item.id, userId: user.id, role: 'editor', addedAt: NOW } as const
      await database.teams.putGrants([{ ...limited, catalogId: catalog.id, givenBy: null }])

      await database.catalogs.deleteAll([catalog.id])

      expect(await grantsOf(item.id, user.id)).toEqual([])
    })

    it('give nothing while their catalog lies below another one', async () => {
      const { team, user, item } = await granted()
      const [top, catalog] = [await aCatalog(database, item.id), await aCatalog(database, item.id)]
      const limited = { teamId: team.id, itemId: item.id, userId: user.id, role: 'editor', addedAt: NOW } as const
      await database.teams.putGrants([{ ...limited, catalogId: catalog.id, givenBy: null }])

      await database.catalogs.updateAll([{ ...catalog, parentId: top.id, level: 2 }])

      expect(await grantsOf(item.id, user.id)).toEqual([])
    })

    it('[D71] end for one person in one item, in all teams, while the memberships stay', async () => {
      const { team, user, item, own } = await granted()
      const kept = await anItem(database)
      await binding(team.id, kept.id)
      const given = { teamId: team.id, userId: user.id, role: 'reader', catalogId: null, givenBy: null, addedAt: NOW } as const // prettier-ignore
      await database.teams.putGrants([{ ...given, itemId: kept.id }])

      await database.teams.endGrants(item.id, user.id)

      expect(await grantsOf(item.id, user.id)).toEqual([])
      expect(await grantsOf(kept.id, user.id)).toEqual([
        { role: 'reader', catalogId: null, teamId: expect.any(Number) },
      ])
      expect(await database.teams.memberById(own.id)).toEqual(own)
    })
  })
}
