import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { emptyServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import type { Person } from '#tests/support/people.ts'
import { outcomeOf, outcomesOf } from '#tests/support/refusal.ts'
import { world, type World } from '#tests/support/world.ts'
import { deeds, pictureOf, tried, Witness, wrongRise, type Stage } from './taken-stays-taken.ts'

const { item: items, member, team, teamMember, teamItem, teamGrant } = coreOperations
// Another one in each run; `TAKEN_SEED` repeats a run.
const SEED = Number(process.env['TAKEN_SEED'] ?? Date.now() % 1_000_000)

const teamOf = async (person: Person, ...people: readonly Person[]) => {
  const { id } = await person.do(team.save, { teamName: `Team of ${person.username}` })
  for (const { username } of people)
    await person.do(teamMember.save, { teamId: id, memberUsername: [username], role: 'admin' })
  return id
}
const bind = (person: Person, teamId: number, itemId: number) => person.do(teamItem.bind, { teamId, itemIds: [itemId] })
const membershipOf = async ({ product }: World, itemId: number, { id }: Person) =>
  (await product.database.members.ofItem(itemId)).find(({ userId }) => userId === id)?.id ?? 0
const remove = async (here: World, itemId: number, person: Person, keepsTeams = false) =>
  here.owner.do(member.delete, { itemId, membershipId: await membershipOf(here, itemId, person), keepsTeams })
const rightOf = async (person: Person, itemId: number) => {
  const outcome = await outcomeOf(person.do(items.info, { itemId }))
  if (outcome !== 'nothing') return outcome
  const { canEdit, canManage } = await person.do(items.info, { itemId })
  return canManage ? 'manager' : canEdit ? 'editor' : 'reader'
}
const setRole = async (person: Person, teamId: number, itemId: number, of: Person, role: 'editor' | 'manager') => {
  const grants = await person.do(teamGrant.list, { teamId, itemId })
  const id = grants.find(({ memberUsername }) => memberUsername === of.username)?.id ?? 0
  return person.do(teamGrant.save, { id, role })
}

describe('a manager who is removed', () => {
  it('takes the teams along that nobody else vouches for', async () => {
    const here = await world()
    const { manager, stranger } = here
    const { id: itemId } = await here.addItem({ visitPassword: 'sesame' })
    const teamId = await teamOf(manager, stranger)
    await bind(manager, teamId, itemId)
    expect(await rightOf(stranger, itemId)).toBe('editor')

    await remove(here, itemId, manager)

    expect([await rightOf(manager, itemId), await rightOf(stranger, itemId)]).toEqual(['itemClosed', 'itemClosed'])
    expect(await outcomeOf(manager.do(teamMember.save, { teamId, memberUsername: [manager.username], role: 'member' }))).toBe('nothing') // prettier-ignore
    expect(await rightOf(manager, itemId)).toBe('itemClosed')
    expect(await outcomeOf(bind(manager, teamId, itemId))).toBe('itemClosed')
  })

  it('leaves them there when whoever removes them vouches instead', async () => {
    const here = await world()
    const { manager, stranger } = here
    const { id: itemId } = await here.addItem({ visitPassword: 'sesame' })
    const teamId = await teamOf(manager, stranger)
    await bind(manager, teamId, itemId)

    await remove(here, itemId, manager, true)

    expect([await rightOf(manager, itemId), await rightOf(stranger, itemId)]).toEqual(['itemClosed', 'editor'])
    expect(await here.owner.do(teamItem.list, { itemId })).toMatchObject([{ boundBy: here.owner.username }])
  })

  it('is no manager by a team either, when only managers by that team gave it to them', async () => {
    const here = await world()
    const { owner, manager, editor } = here
    const { id: itemId } = await here.addItem({ visitPassword: 'sesame' })
    await owner.do(member.save, { itemId, username: [editor.username], role: 'manager' })
    const [one, other] = [await teamOf(manager, editor), await teamOf(editor, manager)]
    await bind(manager, one, itemId)
    await bind(editor, other, itemId)
    await setRole(manager, one, itemId, editor, 'manager')
    await setRole(editor, other, itemId, manager, 'manager')

    await remove(here, itemId, manager)
    // Both are managers still: each is vouched for by the other, who is one by a membership, and not by a team alone.
    expect(await rightOf(manager, itemId)).toBe('manager')
    await remove(here, itemId, editor)

    expect([await rightOf(manager, itemId), await rightOf(editor, itemId)]).toEqual(['itemClosed', 'itemClosed'])
    expect(await owner.do(teamItem.list, { itemId })).toEqual([])
  })

  it('gets nothing back by an act of their own in a team that others bound', async () => {
    const here = await world()
    const { owner, manager, stranger } = here
    const { id: itemId } = await here.addItem({ visitPassword: 'sesame' })
    const teamId = await teamOf(owner, manager, stranger)
    await bind(owner, teamId, itemId)
    const names = [manager.username]
    await remove(here, itemId, manager)
    await manager.do(items.leave, { itemId })

    expect(
      await outcomesOf({
        added: manager.do(teamGrant.add, { teamId, itemId, memberUsername: manager.username }),
        joined: manager.do(teamMember.save, { teamId, memberUsername: names, role: 'admin' }),
        raised: setRole(manager, teamId, itemId, stranger, 'manager'),
      }),
    ).toEqual({ added: 'notAllowed', joined: 'nothing', raised: 'itemClosed' })
    expect(await rightOf(manager, itemId)).toBe('itemClosed')
  })
})

describe('a team of somebody else', () => {
  it.each(['owner', 'manager', 'admin'] as const)('is unbound by the %s of the item', async (who) => {
    const here = await world()
    const { manager, stranger } = here
    const { id: itemId } = await here.addItem({ visitPassword: 'sesame' })
    await bind(manager, await teamOf(manager, stranger), itemId)
    const by = who === 'manager' ? await here.addUser('second') : here[who]
    if (who === 'manager') await here.owner.do(member.save, { itemId, username: [by.username], role: 'manager' })
    const [binding] = await here.owner.do(teamItem.list, { itemId })
    const id = binding?.id ?? 0

    expect(
      await outcomesOf({
        reader: here.reader.do(teamItem.unbind, { id }),
        editor: here.editor.do(teamItem.unbind, { id }),
        missing: here.reader.do(teamItem.unbind, { id: 999_999 }),
      }),
    ).toEqual({ reader: 'notAllowed', editor: 'notAllowed', missing: 'notAllowed' })
    await by.do(teamItem.unbind, { id })

    expect(await rightOf(stranger, itemId)).toBe('itemClosed')
  })

  it('is told of when the item gets another owner, who vouches from then on', async () => {
    const here = await world()
    const { owner, stranger, editor, password } = here
    const { id: itemId } = await here.addItem({ visitPassword: 'sesame' })
    const teamId = await teamOf(owner, editor)
    await bind(owner, teamId, itemId)

    const { teams } = await owner.do(items.transfer, { itemId, username: stranger.username, password })

    expect(teams).toMatchObject([{ teamId, teamName: `Team of ${owner.username}`, boundBy: stranger.username }])
    expect(await rightOf(owner, itemId)).toBe('itemClosed')
    expect(await outcomeOf(setRole(owner, teamId, itemId, editor, 'manager'))).toBe('itemClosed')
  })
})

it(`what is taken stays taken, whatever people do with members, teams and items (seed ${SEED})`, async () => {
  const here = await world({ fresh: true })
  let crowd = 0
  const stageOf = async (): Promise<Stage> => {
    const number = (crowd += 1)
    const people: Person[] = []
    for (const name of ['ann', 'bo', 'cy', 'di']) people.push(await here.addUser(`${name}${number}x`))
    const { teams } = here.product.database
    const [ann, bo] = people
    const createdAt = here.clock.now()
    const itemIds = [await here.addItem({ ownerId: ann?.id ?? 0 }), await here.addItem({ ownerId: bo?.id ?? 0 })]
    const teamIds = []
    for (const { id } of people.slice(0, 3)) teamIds.push(await teams.insert({ name: 'Core', ownerId: id, createdAt }))
    return { world: here, people, itemIds: itemIds.map(({ id }) => id), teamIds: teamIds.map(({ id }) => id) }
  }
  const done: Record<string, number> = {}

  const property = fc.asyncProperty(deeds(4, 2, 3), async (all) => {
    const stage = await stageOf()
    const witness = new Witness()
    let before = await pictureOf(stage)
    for (const deed of all) {
      if (!(await tried(stage, deed, before))) continue
      done[deed.kind] = (done[deed.kind] ?? 0) + 1
      const after = await pictureOf(stage)
      const actorId = stage.people[deed.actor]?.id ?? 0
      witness.see(before, after, actorId, deed, stage.people[deed.other]?.id ?? 0)
      const story = `${deed.kind} by ${actorId}`
      expect(wrongRise(stage, before, after, actorId), story).toBeNull()
      expect(witness.faultIn(after), story).toBeNull()
      before = after
    }
  })
  await fc.assert(property, { seed: SEED, numRuns: 12, endOnFailure: true })

  // A run in which nothing was given or taken would prove nothing.
  const timesOf = (...kinds: readonly string[]) => kinds.reduce((sum, each) => sum + (done[each] ?? 0), 0)
  expect(timesOf('giveMembership', 'joinTeam', 'bind'), JSON.stringify(done)).toBeGreaterThan(20)
  expect(timesOf('takeMembership', 'unbind', 'takeFromTeam', 'leaveTeam', 'leaveItem')).toBeGreaterThan(5)
  await here.close()
}, 240_000)

describe.skipIf(!POSTGRES_URL)('at the same moment, on PostgreSQL', () => {
  it('nobody binds a team or gives a right with a right that is being taken', async () => {
    const database = await emptyServerDatabase()
    const here = await world({ database })
    const { owner, manager, stranger } = here
    const colleague = await here.addUser('colleague')

    for (let round = 0; round < 12; round += 1) {
      const { id: itemId } = await here.addItem({ visitPassword: 'sesame' })
      const [mine, shared] = [await teamOf(manager, stranger), await teamOf(manager, colleague)]
      await bind(manager, shared, itemId)
      const membershipId = await membershipOf(here, itemId, manager)

      await Promise.allSettled([
        bind(manager, mine, itemId),
        setRole(manager, shared, itemId, colleague, 'manager'),
        owner.do(member.delete, { itemId, membershipId }),
        manager.do(teamMember.save, { teamId: shared, memberUsername: [manager.username], role: 'member' }),
        bind(colleague, shared, itemId),
        colleague.do(teamMember.save, { teamId: mine, memberUsername: [colleague.username], role: 'admin' }),
        manager.do(items.leave, { itemId }),
        manager.do(teamItem.bind, { teamId: mine, itemIds: [itemId] }),
      ])

      expect(await owner.do(teamItem.list, { itemId })).toEqual([])
      for (const person of [manager, stranger, colleague]) expect(await rightOf(person, itemId)).toBe('itemClosed')
    }
    await database.close()
  })
})
