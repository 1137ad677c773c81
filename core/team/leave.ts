import { requireLogin } from '../access/doors.ts'
import type { OpenedItem } from '../access/opened.ts'
import { openBoundItemToChange } from '../access/team-doors.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { endUnvouched } from './end-unvouched.ts'
import type { Team, TeamMember } from './team.ts'

/**
 * Ends a membership in a team that is locked for a change.
 * @param actorId who ends it; the caller when left out
 */
export async function removeFromTeam(
  ctx: CommandContext,
  team: Team,
  member: TeamMember,
  actorId: number = requireLogin(ctx),
): Promise<void> {
  const { teams } = ctx.store
  const items = await teams.itemsOf(team.id)
  const managed = await holdManaged(ctx, team)
  await teams.removeMember(member.id)
  ctx.emit('teamMember.removed', { team, member, items, actorId })
  for (const item of managed) await endUnvouched(ctx, item, actorId)
}

/** Locks the items that members of the team manage through it, in a deadlock-free order (`lock-order.ts`). */
export async function holdManaged(ctx: CommandContext, team: Team): Promise<readonly OpenedItem[]> {
  const managed: OpenedItem[] = []
  for (const itemId of await ctx.store.teams.managedThrough(team.id))
    managed.push(await openBoundItemToChange(ctx, team, itemId))
  return managed
}

/**
 * Ends the caller's membership in the team. Non-members are refused as if the team did not exist, and so is an owner
 * who is not a member: owners leave by transferring the team.
 * @throws DomainError notFound
 */
export async function leaveTeam(ctx: CommandContext, teamId: number): Promise<void> {
  const { teams } = ctx.store
  const actorId = requireLogin(ctx)
  const own = async () =>
    (await teams.ofUser(actorId)).find(({ team, membership }) => team.id === teamId && membership !== null)
  if (!(await own())) throw new DomainError('notFound')
  await teams.lock(teamId)
  const found = await own()
  if (!found?.membership) throw new DomainError('notFound')
  await removeFromTeam(ctx, found.team, found.membership)
}
