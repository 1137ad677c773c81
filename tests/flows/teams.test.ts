import { describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import type { Database, Store } from '#core/ports/store.ts'
import { Person } from '#tests/support/people.ts'
import { outcomeOf, outcomesOf } from '#tests/support/refusal.ts'
import { world, type World } from '#tests/support/world.ts'

const { audit, team, teamMember, teamItem, teamGrant } = coreOperations

const newTeam = async (owner: Person, name = 'Core') => (await owner.do(team.save, { teamName: name })).id
const add = (owner: Person, teamId: number, ...people: readonly Person[]) =>
  owner.do(teamMember.save, {
    teamId,
    memberUsername: people.map(({ username }) => username),
    role: 'member',
  })
const grantsOf = async ({ product }: World, teamId: number, itemId: number) =>
  (await product.database.teams.grantsOn(teamId, itemId)).map(({ userId }) => userId)

describe('changes of a team at the same time', () => {
  it('leave nobody in the team without a right in what is bound, whichever comes first', async () => {
    const here = await world()
    const { owner, stranger } = here
    const teamId = await newTeam(owner)
    const items = await Promise.all(Array.from({ length: 6 }, () => here.addItem()))
    const people = [stranger, ...(await Promise.all(['ann', 'bo', 'cy'].map((name) => here.addUser(name))))]

    await Promise.all([
      ...items.map(({ id }) => owner.do(teamItem.bind, { teamId, itemIds: [id] })),
      ...people.map((person) => add(owner, teamId, person)),
    ])

    const everybody = people.map(({ id }) => id).toSorted((a, b) => a - b)
    for (const { id } of items) {
      expect((await grantsOf(here, teamId, id)).toSorted((a, b) => a - b)).toEqual(everybody)
    }
  })

  it('are not made by somebody who gave the team away meanwhile', async () => {
    const here = await world()
    const { owner, stranger, password } = here
    const teamId = await newTeam(owner)

    await owner.do(team.transfer, { teamId, username: stranger.username, password })

    expect(
      await outcomesOf({
        rename: owner.do(team.save, { id: teamId, teamName: 'Mine' }),
        add: add(owner, teamId, owner),
        delete: owner.do(team.delete, { id: teamId }),
      }),
    ).toEqual({ rename: 'notAllowed', add: 'notAllowed', delete: 'notAllowed' })
  })
})

describe('what happens while a member’s right is being changed', () => {
  // What somebody else commits while the item is waited for, as this transaction then finds it.
  const meanwhile = (here: World, person: Person, happens: (store: Store) => Promise<void>): Person => {
    const { database } = here.product
    const waiting = (store: Store): Store => ({
      ...store,
      items: {
        ...store.items,
        lock: async (itemId) => {
          await happens(store)
          await store.items.lock(itemId)
        },
      },
    })
    const transaction: Database['transaction'] = (work) => database.transaction((store) => work(waiting(store)))
    return new Person({ ...here.product, database: { ...database, transaction } }, person.account)
  }
  async function grantedWorld() {
    const here = await world()
    const { owner, stranger } = here
    const item = await here.addItem()
    const teamId = await newTeam(owner)
    await owner.do(teamItem.bind, { teamId, itemIds: [item.id] })
    await add(owner, teamId, stranger)
    const [grant] = await owner.do(teamGrant.list, { teamId, itemId: item.id })
    return { here, item, teamId, id: grant?.id ?? 0 }
  }

  it('[TEAM-42] leaves a member out who left the item (D71, threats A4)', async () => {
    const { here, item, teamId, id } = await grantedWorld()
    const manager = meanwhile(here, here.owner, (store) => store.teams.endGrants(item.id, here.stranger.id))

    expect(await outcomeOf(manager.do(teamGrant.save, { id, role: 'manager' }))).toBe('notFound')

    // The whole transaction is undone, the leaving of this test with it.
    expect(await here.owner.do(teamGrant.list, { teamId, itemId: item.id })).toMatchObject([{ role: 'editor' }])
  })

  it('limits nobody to a catalog that goes away', async () => {
    const { here, item, id } = await grantedWorld()
    const catalog = await here.addCatalog(item)
    const manager = meanwhile(here, here.owner, (store) => store.catalogs.deleteAll([catalog.id]))

    expect(await outcomeOf(manager.do(teamGrant.save, { id, catalogId: catalog.id }))).toBe('notFound')
  })

  it('lets somebody leave an item once', async () => {
    const { here, item } = await grantedWorld()
    const again = meanwhile(here, here.stranger, (store) => store.teams.endGrants(item.id, here.stranger.id))

    expect(await outcomeOf(again.do(coreOperations.item.leave, { itemId: item.id }))).toBe('notFound')
  })
})

describe('giving a team away', () => {
  it('is confirmed with the name of the team by those who have no login password (threats A11)', async () => {
    const here = await world()
    const guest = await here.addUser('guest', { passwordHash: null })
    const teamId = await newTeam(guest, 'Night shift')
    const give = (password: string) => guest.do(team.transfer, { teamId, username: here.stranger.username, password })

    expect(await outcomesOf({ other: give('Core'), nothing: give('') })).toEqual({
      other: 'nameDiffers',
      nothing: 'nameDiffers',
    })
    await give('Night shift')

    expect(await here.stranger.do(team.list, {})).toMatchObject([{ id: teamId, canManage: true }])
  })

  it('to somebody who is switched off is refused, and the items that would go along stay', async () => {
    const here = await world()
    const { owner, password, product } = here
    const { username } = await here.addUser('switched-off', { isSwitchedOff: true })
    const item = await here.addItem()
    const teamId = await newTeam(owner)
    await owner.do(teamItem.bind, { teamId, itemIds: [item.id] })

    expect(await outcomeOf(owner.do(team.transfer, { teamId, username, password }))).toBe('receiverSwitchedOff')

    expect(await owner.do(team.list, {})).toMatchObject([{ id: teamId, canManage: true }])
    expect((await product.database.access.ofItem(item.id, null))?.item.ownerId).toBe(owner.id)
  })

  it('ends the membership of the new owner in the items that go along, for owners have none', async () => {
    const here = await world()
    const { owner, editor, password, product } = here
    const item = await here.addItem()
    const teamId = await newTeam(owner)
    await owner.do(teamItem.bind, { teamId, itemIds: [item.id] })

    await owner.do(team.transfer, { teamId, username: editor.username, password })

    const members = (await product.database.members.ofItem(item.id)).map(({ userId }) => userId)
    expect(members).not.toContain(editor.id)
    expect((await product.database.access.ofItem(item.id, null))?.item.ownerId).toBe(editor.id)
  })

  it('takes archived items along as well', async () => {
    const here = await world()
    const item = await here.addItem()
    const teamId = await newTeam(here.owner)
    await here.owner.do(teamItem.bind, { teamId, itemIds: [item.id] })
    await here.product.database.items.update({ ...item, isArchived: true })

    await here.owner.do(team.transfer, { teamId, username: here.stranger.username, password: here.password })

    expect((await here.product.database.access.ofItem(item.id, null))?.item.ownerId).toBe(here.stranger.id)
  })

  it('to its owner, or with one’s own items to oneself, changes and announces nothing of them', async () => {
    const here = await world()
    const { owner, stranger, password, product } = here
    const item = await here.addItem({ ownerId: stranger.id })
    await here.addMember(item, owner, 'manager')
    const teamId = await newTeam(owner)
    await owner.do(teamMember.save, { teamId, memberUsername: [stranger.username], role: 'admin' })
    await stranger.do(teamItem.bind, { teamId, itemIds: [item.id] })
    const ownerOf = async () => (await product.database.access.ofItem(item.id, null))?.item.ownerId
    const actions = async (person: Person) =>
      (await here.admin.do(audit.list, { actorId: person.id })).list.map(({ action }) => action)

    await stranger.do(team.transfer, { teamId, username: owner.username, password })
    expect([await ownerOf(), await actions(stranger)]).toEqual([stranger.id, ['team.itemBound']])

    await stranger.do(team.transfer, { teamId, username: stranger.username, password })
    expect([await ownerOf(), await actions(stranger)]).toEqual([stranger.id, ['team.transferred', 'team.itemBound']])
    expect(await stranger.do(coreOperations.item.changes, { itemId: item.id })).toMatchObject({ total: 1 })
  })
})

describe('what a team gives', () => {
  it('adds to what its members have in the item themselves, and takes nothing away', async () => {
    const here = await world()
    const { owner, manager, reader } = here
    const item = await here.addItem({ visitPassword: 'sesame' })
    const teamId = await newTeam(owner)
    await owner.do(teamItem.bind, { teamId, itemIds: [item.id] })
    await add(owner, teamId, manager, reader)
    const may = async (person: Person) => {
      const { canEdit, canManage } = await person.do(coreOperations.item.info, { itemId: item.id })
      return [canEdit, canManage]
    }

    expect([await may(reader), await may(manager)]).toEqual([
      [true, false],
      [true, true],
    ])
    for (const { id } of await owner.do(teamGrant.list, { teamId, itemId: item.id })) {
      await owner.do(teamGrant.save, { id, role: 'reader' })
    }
    expect([await may(reader), await may(manager)]).toEqual([
      [false, false],
      [true, true],
    ])
  })

  it('stays for the other members when a catalog that limits one of them is deleted', async () => {
    const here = await world()
    const { owner, stranger } = here
    const bo = await here.addUser('bo')
    const item = await here.addItem({ visitPassword: 'sesame' })
    const catalog = await here.addCatalog(item)
    const teamId = await newTeam(owner)
    await owner.do(teamItem.bind, { teamId, itemIds: [item.id] })
    await add(owner, teamId, stranger, bo)
    const [limited] = await owner.do(teamGrant.list, { teamId, itemId: item.id })
    await owner.do(teamGrant.save, { id: limited?.id ?? 0, catalogId: catalog.id })

    await owner.do(coreOperations.catalog.delete, { itemId: item.id, catalogId: catalog.id })

    expect(await grantsOf(here, teamId, item.id)).toEqual([bo.id])
    await owner.do(teamGrant.add, { teamId, itemId: item.id, memberUsername: stranger.username })
    expect(await grantsOf(here, teamId, item.id)).toHaveLength(2)
  })
})
