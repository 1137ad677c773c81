import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { coreOperations } from '#core/operations.ts'
import { emptyServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { Person } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world, type World } from '#tests/support/world.ts'

const { account, adminUser, item: items, team, teamItem, teamMember } = coreOperations

describe('administrators of the site', () => {
  /** As somebody who logs in now. */
  const renewed = async ({ product }: World, { id }: Person) =>
    new Person(product, await product.database.users.byId(id))

  it('are made and unmade by administrators, which is on record', async () => {
    const here = await world()
    const { admin, stranger } = here

    await admin.do(adminUser.makeAdministrator, { userId: stranger.id })
    const made = await renewed(here, stranger)
    expect(await outcomeOf(made.do(adminUser.list, {}))).toBe('nothing')
    await made.do(adminUser.unmakeAdministrator, { userId: stranger.id, isConfirmed: true })

    expect((await stranger.do(account.me, {})).siteRole).toBe('ordinary')
    // Of the time before: what they still have open.
    for (const deed of [adminUser.makeAdministrator, adminUser.unmakeAdministrator, adminUser.switchOff])
      expect(await outcomeOf(made.do(deed, { userId: here.reader.id }))).toBe('notAllowed')
    const { list } = await admin.do(coreOperations.audit.list, {})
    const own = list.filter(({ objectId }) => objectId === String(stranger.id)).map(({ action }) => action)
    expect(own.slice(0, 2)).toEqual(['account.administratorUnmade', 'account.administratorMade'])
  })

  it('do not give up their own rights unless they confirm it, and never as the last one', async () => {
    const here = await world({ fresh: true })
    const { admin } = here
    const own = { userId: admin.id }
    const second = await here.addUser('second-', { isAdmin: true })

    expect(await outcomeOf(admin.do(adminUser.unmakeAdministrator, own))).toBe('ownRightsStay')
    await admin.do(adminUser.switchOff, { userId: second.id })
    expect(await outcomeOf(admin.do(adminUser.unmakeAdministrator, { ...own, isConfirmed: true }))).toBe('lastAdmin')

    await admin.do(adminUser.switchOn, { userId: second.id })
    expect(await outcomeOf(admin.do(adminUser.unmakeAdministrator, { ...own, isConfirmed: true }))).toBe('nothing')
    await here.close()
  })

  it('stay while the others need a word from elsewhere to log in (threats L2)', async () => {
    const here = await world({ fresh: true })
    const { admin } = here
    const second = await here.addUser('vouched-', { isAdmin: true })
    await here.product.database.users.update(second.id, { passwordHash: null })

    const given = admin.do(adminUser.unmakeAdministrator, { userId: admin.id, isConfirmed: true })

    expect(await outcomeOf(given)).toBe('lastAdmin')
    await here.close()
  })

  it('take with them what teams have in items of others on their word alone', async () => {
    const here = await world()
    const { admin, owner, stranger } = here
    const second = await here.addUser('voucher-', { isAdmin: true })
    const { id: itemId } = await here.addItem({ visitPassword: 'sesame' })
    const { id: teamId } = await second.do(team.save, { teamName: 'Core' })
    await second.do(teamMember.save, { teamId, memberUsername: [stranger.username], role: 'member' })
    await second.do(teamItem.bind, { teamId, itemIds: [itemId] })
    expect(await outcomeOf(stranger.do(items.info, { itemId }))).toBe('nothing')

    await admin.do(adminUser.unmakeAdministrator, { userId: second.id })

    expect(await owner.do(teamItem.list, { itemId })).toEqual([])
    expect(await outcomeOf(stranger.do(items.info, { itemId }))).toBe('itemClosed')
  })
})

// The embedded database has one session, in which nothing happens at the same time.
describe.skipIf(POSTGRES_URL === undefined)('administrators who take each other away at the same time', () => {
  let database: OpenDatabase
  let here: World
  beforeAll(async () => {
    database = await emptyServerDatabase()
    here = await world({ database })
    await database.users.update(here.admin.id, { isAdmin: false })
  })
  afterAll(() => database.close())

  const unmake = (one: Person, other: Person) =>
    outcomeOf(one.do(adminUser.unmakeAdministrator, { userId: other.id, isConfirmed: true }))
  const switchOff = (one: Person, other: Person) => outcomeOf(one.do(adminUser.switchOff, { userId: other.id }))

  it('leave one of them, whatever they try', { timeout: 120_000 }, async () => {
    const ways = [
      (one: Person, other: Person) => [unmake(one, other), unmake(other, one)],
      (one: Person, other: Person) => [unmake(one, other), switchOff(other, one)],
      (one: Person, other: Person) => [unmake(one, one), unmake(other, other)],
      (one: Person, other: Person) => [unmake(one, one), switchOff(one, other)],
      (one: Person, other: Person) => [unmake(one, one), switchOff(other, one), switchOff(one, other)],
    ]
    for (let round = 0; round < 15; round += 1) {
      const one = await here.addUser(`one${round}-`, { isAdmin: true })
      const other = await here.addUser(`other${round}-`, { isAdmin: true })

      const outcomes = await Promise.all(ways[round % ways.length]?.(one, other) ?? [])

      const left = (await database.users.admins()).filter(({ isSwitchedOff }) => !isSwitchedOff)
      expect(left, `round ${round}: ${outcomes.join(', ')}`).toHaveLength(1)
      for (const { id } of left) await database.users.update(id, { isAdmin: false })
    }
  })
})
