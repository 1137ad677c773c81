import { requireLogin } from '../access/doors.ts'
import type { User } from '../account/user.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { firstGrants, type Team, type TeamMemberRole } from './team.ts'

/**
 * Gives people a role in a team that is held for a change. Newcomers may edit what is bound to it (D37); who is in it
 * already keeps the rights there, and nobody is in it twice.
 * @throws DomainError tooMany
 */
export async function putTeamMembers(
  ctx: CommandContext,
  team: Team,
  people: readonly Pick<User, 'id'>[],
  role: TeamMemberRole,
): Promise<void> {
  const { teams } = ctx.store
  const actorId = requireLogin(ctx)
  const addedAt = ctx.services.clock.now()
  const memberOf = new Map((await teams.membersOf(team.id)).map((member) => [member.userId, member]))
  const newcomers = people.filter(({ id }) => !memberOf.has(id))
  if (memberOf.size + newcomers.length > limits.membersPerTeam) {
    throw new DomainError('tooMany', { limit: limits.membersPerTeam })
  }
  for (const { id: userId } of people) {
    const before = memberOf.get(userId)
    if (before?.role === role) continue
    const member = await teams.putMember({ teamId: team.id, userId, role, addedAt })
    if (before) ctx.emit('teamMember.updated', { team, member, before, actorId })
    else ctx.emit('teamMember.added', { team, member, actorId })
  }
  const itemIds = (await teams.itemsOf(team.id)).map(({ itemId }) => itemId)
  const newcomerIds = newcomers.map(({ id }) => id)
  await teams.putGrants(firstGrants(team.id, itemIds, newcomerIds, addedAt))
}
