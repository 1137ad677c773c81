import { requireLogin } from '../access/doors.ts'
import type { OpenedItem } from '../access/opened.ts'
import { openBoundItemToChange, openTeamToLeave, type OpenedTeam } from '../access/team-doors.ts'
import type { CommandContext } from '../context.ts'
import { endUnvouched } from './end-unvouched.ts'
import type { TeamMember } from './team.ts'
import { productStore } from '../open-store.ts'

/**
 * Ends a membership in a team that is locked for a change.
 * @param actorId who ends it; the caller when left out
 */
export async function removeFromTeam(
  ctx: CommandContext,
  team: OpenedTeam,
  member: TeamMember,
  actorId: number = requireLogin(ctx),
): Promise<void> {
  const { teams } = productStore(ctx.store)
  const items = await teams.itemsOf(team.id)
  const managed = await holdManaged(ctx, team)
  await teams.removeMember(member.id)
  ctx.emit('teamMember.removed', { team, member, items, actorId })
  for (const item of managed) await endUnvouched(ctx, item, actorId)
}

/** Locks the items that members of the team manage through it, in a deadlock-free order (`lock-order.ts`). */
export async function holdManaged(ctx: CommandContext, team: OpenedTeam): Promise<readonly OpenedItem[]> {
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
  const { team, membership } = await openTeamToLeave(ctx, teamId)
  await removeFromTeam(ctx, team, membership)
}
