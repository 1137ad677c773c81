import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { limits } from '#core/limits.ts'
import type { Product } from '#core/perform.ts'
import { followWordOf } from '#core/team/team-word-job.ts'
import type { Person } from '#tests/support/people.ts'
import { putMember } from '#tests/support/teams.ts'
import { CONNECTABLE, twoConnections, type TwoConnections } from '#tests/support/two-connections.ts'
import { world, type World } from '#tests/support/world.ts'

const { team, teamGrant, teamItem, teamMember, page: pages } = coreOperations
const METHOD = 'ldap'

describe.each(CONNECTABLE)('%s: teams an outside authority decides about', (engine) => {
  let connections: TwoConnections
  beforeAll(async () => {
    connections = await twoConnections[engine]()
  })
  afterAll(() => connections.drop())

  let here: World
  let mei: Person
  let saidTimes: number
  beforeEach(async () => {
    here = await world({ database: connections.database })
    mei = here.stranger
    saidTimes = 0
    const key = { methodId: METHOD, externalId: `mei ${mei.id}` }
    await connections.database.identities.link(mei.id, key, here.clock.now())
  })

  const newTeam = async (name = 'Gateway') => (await here.owner.do(team.save, { teamName: name })).id
  /** Each word is asked for later than the one before, unless it is said when. */
  const says = (within: readonly number[], facts: { unsaid?: number[]; at?: number; product?: Product } = {}) => {
    const { unsaid = [], at = (saidTimes += 1), product = here.product } = facts
    const askedAt = new Date(here.clock.now().getTime() + at)
    const payload = { userId: mei.id, methodId: METHOD, word: { in: [...within], unsaid, askedAt } }
    // As the row of the job has it.
    return followWordOf(product, JSON.parse(JSON.stringify(payload)) as object)
  }
  const membershipIn = async (teamId: number) =>
    (await connections.database.teams.membersOf(teamId)).find(({ userId }) => userId === mei.id) ?? null
  const isIn = async (teamId: number) => (await membershipIn(teamId)) !== null
  const takeByHand = async (teamId: number) =>
    here.owner.do(teamMember.delete, { id: (await membershipIn(teamId))?.id ?? 0 })
  const giveByHand = (teamId: number) =>
    here.owner.do(teamMember.save, { teamId, memberUsername: [mei.username], role: 'member' })
  const mayEdit = async (pageId: number) =>
    mei.do(pages.save, { pageId, pageTitle: 'Refunds', pageContent: 'by mei' }).then(
      () => true,
      () => false,
    )

  it('give the right to edit what is bound to them, and take it away with the membership', async () => {
    const teamId = await newTeam()
    const item = await here.addItem()
    const page = await here.addPage(item)
    await here.owner.do(teamItem.bind, { teamId, itemIds: [item.id] })

    await says([teamId])
    expect([await isIn(teamId), await mayEdit(page.id)]).toEqual([true, true])
    await says([])
    expect([await isIn(teamId), await mayEdit(page.id)]).toEqual([false, false])
  })

  it('leave memberships given by hand as they are, whatever is said', async () => {
    const teamId = await newTeam()
    await giveByHand(teamId)
    const before = await membershipIn(teamId)

    await says([teamId])
    await says([])

    expect(await membershipIn(teamId)).toEqual(before)
  })

  it('are not given again by the same word once somebody took them, and are by a new one', async () => {
    const teamId = await newTeam()
    await says([teamId])
    await takeByHand(teamId)

    await says([teamId])
    expect(await isIn(teamId)).toBe(false)

    await says([])
    await says([teamId])
    expect(await isIn(teamId)).toBe(true)
  })

  it('stay as they are where the authority cannot be asked', async () => {
    const [kept, ended] = [await newTeam(), await newTeam('Payments')]
    await says([kept, ended])

    await says([], { unsaid: [kept] })

    expect([await isIn(kept), await isIn(ended)]).toEqual([true, false])
  })

  it('never come back by a word that was asked for earlier', async () => {
    const teamId = await newTeam()
    await says([], { at: 20 })
    await says([teamId], { at: 10 })

    expect(await isIn(teamId)).toBe(false)
  })

  it('take back what somebody gave others as a manager by the team', async () => {
    const [teamId, others] = [await newTeam(), await newTeam('Others')]
    const item = await here.addItem()
    const page = await here.addPage(item)
    await here.owner.do(teamItem.bind, { teamId, itemIds: [item.id] })
    await says([teamId])
    const { database } = connections
    const grant = (await database.teams.grantsOn(teamId, item.id)).find(({ userId }) => userId === mei.id)
    await here.owner.do(teamGrant.save, { id: grant?.id ?? 0, role: 'manager' })
    await here.owner.do(teamMember.save, { teamId: others, memberUsername: [mei.username], role: 'admin' })
    await mei.do(teamItem.bind, { teamId: others, itemIds: [item.id] })

    await says([])

    expect((await database.teams.teamsOn(item.id)).map((binding) => binding.teamId)).toEqual([teamId])
    expect(await mayEdit(page.id)).toBe(false)
  })

  it('go away with the team and with the account', async () => {
    const { vouchedMemberships, teams, users } = connections.database
    const [first, second] = [await newTeam(), await newTeam('Payments')]
    await says([first, second])
    await teams.delete(first)
    expect((await vouchedMemberships.ofUser(mei.id, METHOD)).map(({ teamId }) => teamId)).toEqual([second])

    await users.delete(mei.id)
    expect(await vouchedMemberships.ofUser(mei.id, METHOD)).toEqual([])
  })

  it('keep nobody from logging in when they have no place, and take away all the same', async () => {
    const [full, ended] = [await newTeam(), await newTeam('Payments')]
    await says([ended])
    const { users, teams } = connections.database
    const user = await users.byId(mei.id)
    if (!user) throw new Error('mei has no account')
    for (let n = 0; n < limits.membersPerTeam; n += 1) {
      const { id: _, ...facts } = { ...user, username: `m${n} ${mei.id}`.slice(0, 30), email: null }
      const { id: userId } = await users.insert(facts)
      await putMember(teams, { teamId: full, userId, role: 'member', addedAt: here.clock.now() })
    }

    await says([full])

    expect([await isIn(full), await isIn(ended)]).toEqual([false, false])
  })

  it('are always what the last word, and every hand, has left (what is taken from somebody stays taken)', async () => {
    const teamIds = [await newTeam('One'), await newTeam('Two'), await newTeam('Three')]
    const deed = fc.oneof(
      fc.record({ kind: fc.constant('say' as const), said: fc.subarray([0, 1, 2]), unsaid: fc.subarray([0, 1, 2]) }),
      fc.record({ kind: fc.constantFrom('give' as const, 'take' as const), at: fc.nat(2) }),
    )
    const teamAt = (at: number) => teamIds[at] ?? 0
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 8, maxLength: 16 }), async (deeds) => {
        // By team: in it by hand or by word, and whether the word counts already.
        const model = await Promise.all(
          teamIds.map(async (teamId) => {
            if (await isIn(teamId)) await takeByHand(teamId)
            return { by: null as 'hand' | 'word' | null, isSaid: false }
          }),
        )
        await says([])
        for (const step of deeds) {
          if (step.kind === 'say') {
            await says(step.said.map(teamAt), { unsaid: step.unsaid.map(teamAt) })
            for (const [at, state] of model.entries()) {
              if (step.unsaid.includes(at)) continue
              const isSaid = step.said.includes(at)
              if (isSaid && !state.isSaid) state.by ??= 'word'
              if (!isSaid && state.by === 'word') state.by = null
              state.isSaid = isSaid
            }
          } else {
            const state = model[step.at]
            if (!state) continue
            if (step.kind === 'give') {
              await giveByHand(teamAt(step.at))
              state.by ??= 'hand'
            } else if (state.by !== null) {
              await takeByHand(teamAt(step.at))
              state.by = null
            }
          }
          expect(await Promise.all(teamIds.map(isIn))).toEqual(model.map(({ by }) => by !== null))
        }
      }),
      { numRuns: 12 },
    )
  })

  it('are what the latest of several words at once says, on several servers', async () => {
    const other: Product = { ...here.product, database: connections.other }
    const teamIds = [await newTeam('One'), await newTeam('Two')]
    for (let round = 0; round < 15; round += 1) {
      const words = [teamIds, [], [teamIds[0] ?? 0], round % 2 === 0 ? [] : teamIds]
      const from = round * 10 + 1
      const order = round % 3 === 0 ? words.keys() : [...words.keys()].reverse()

      await Promise.all(
        [...order].map((at) => says(words[at] ?? [], { at: from + at, product: at % 2 === 0 ? here.product : other })),
      )

      expect(await Promise.all(teamIds.map(isIn)), `round ${round}`).toEqual(
        round % 2 === 0 ? [false, false] : [true, true],
      )
    }
  })
})
