import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { OpenItemId } from '../opened-id.ts'
import type { Team, TeamMember } from '../team/team.ts'
import { requireLogin } from './doors.ts'
import { factsIn } from './facts.ts'
import { canInTeam, teamRoleOf, type TeamAbility, type TeamRole } from './team-access.ts'

export interface OpenTeam {
  readonly team: Team
  readonly role: TeamRole
  /** The caller's own; null for an owner who is not a member. */
  readonly membership: TeamMember | null
}

/**
 * The team, if the caller may do this with it. Strangers are refused as if there were no such team (threats A3), so
 * whoever opens a team by something that hangs on it may ask for team 0 when that thing is missing.
 * @throws DomainError loginRequired | notAllowed
 */
export async function openTeam(ctx: Context, teamId: number, ability: TeamAbility): Promise<OpenTeam> {
  const facts = await factsIn(ctx.store).ofTeam(teamId, requireLogin(ctx))
  if (!facts) throw new DomainError('notAllowed')
  const role = teamRoleOf(ctx.actor, facts.team, facts.membership)
  if (!canInTeam(role, ability)) throw new DomainError('notAllowed')
  return { ...facts, role }
}

/**
 * Like `openTeam`, with other changes of this team's members and items held off until the end of the transaction;
 * what it answers was read after the wait.
 */
export async function openTeamToChange(ctx: Context, teamId: number): Promise<OpenTeam> {
  await openTeam(ctx, teamId, 'manage')
  await ctx.store.teams.lock(teamId)
  return openTeam(ctx, teamId, 'manage')
}

/**
 * The id of an item bound to a team that its managers have opened: they decide about its members there, whatever they
 * may do in the item themselves.
 * @throws DomainError notFound when it is not bound to the team (threats A2)
 */
export async function openBoundItem({ store }: Context, { id }: Team, itemId: number): Promise<OpenItemId> {
  const bound = await store.teams.itemsOf(id)
  if (!bound.some((binding) => binding.itemId === itemId)) throw new DomainError('notFound')
  return itemId as OpenItemId
}
