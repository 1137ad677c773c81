import { putMember } from '#tests/support/teams.ts'
import { expect, it } from 'vitest'
import { contextFor } from '#core/perform.ts'
import { openTeam, openTeamToChange } from '#core/access/team-doors.ts'
import type { Context } from '#core/context.ts'
import type { Person } from '#tests/support/people.ts'
import { outcomesOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const MISSING = 2_000_000_000

async function scene() {
  const { product, clock, ...people } = await world()
  const { teams } = product.database
  const addedAt = clock.now()
  const { id: teamId } = await teams.insert({ name: 'Gateway', ownerId: people.owner.id, createdAt: addedAt })
  await putMember(teams, { teamId, userId: people.manager.id, role: 'admin', addedAt })
  const { id: memberId } = await putMember(teams, { teamId, userId: people.reader.id, role: 'member', addedAt })
  const at = ({ caller }: Person): Context => contextFor(product, caller, () => {}, true)
  return { ...people, teams, teamId, memberId, at }
}

it('[PERM-10] [PERM-11] a team is managed by its owner and its administrators, and seen by its members', async () => {
  const { teamId, at, owner, manager, reader, stranger, admin, visitor } = await scene()
  const outcomes = (ability: 'view' | 'manage') => {
    const opening = (person: Person) => openTeam(at(person), teamId, ability)
    return outcomesOf({
      owner: opening(owner),
      teamAdmin: opening(manager),
      member: opening(reader),
      stranger: opening(stranger),
      siteAdmin: opening(admin),
      visitor: opening(visitor),
    })
  }

  const refused = { stranger: 'notAllowed', siteAdmin: 'notAllowed', visitor: 'loginRequired' }
  const managers = { owner: 'nothing', teamAdmin: 'nothing' }
  expect(await outcomes('view')).toEqual({ ...managers, member: 'nothing', ...refused })
  expect(await outcomes('manage')).toEqual({ ...managers, member: 'notAllowed', ...refused })
})

it('a missing team is refused like one of others (threats A3)', async () => {
  const { teamId, at, stranger } = await scene()

  const foreign = await openTeam(at(stranger), teamId, 'view').catch(String)
  const missing = await openTeam(at(stranger), MISSING, 'view').catch(String)

  expect(missing).toBe(foreign)
})

it('who was removed from a team is refused with the next call (threats A4)', async () => {
  const { teams, teamId, memberId, at, reader } = await scene()
  await openTeam(at(reader), teamId, 'view')

  await teams.removeMember(memberId)

  expect(await outcomesOf({ view: openTeam(at(reader), teamId, 'view') })).toEqual({ view: 'notAllowed' })
})

it('only managers come in to change a team', async () => {
  const { teamId, at, manager, reader } = await scene()

  expect((await openTeamToChange(at(manager), teamId)).role).toBe('manager')
  expect(await outcomesOf({ change: openTeamToChange(at(reader), teamId) })).toEqual({ change: 'notAllowed' })
})
