import { openToLeave, requireLogin } from '../access/doors.ts'
import { teamConcerned } from '../access/team-doors.ts'
import type { CommandContext } from '../context.ts'
import { productStore } from '../open-store.ts'
import { endUnvouched } from '../team/end-unvouched.ts'

/**
 * Ends all of the caller's rights in the item: the membership, and rights through teams. The caller stays in the teams
 * and keeps access to their other items (D71).
 * @throws DomainError notFound (the caller has no role in it) | ownerStays
 */
export async function leaveItem(ctx: CommandContext, itemId: number): Promise<void> {
  await openToLeave(ctx, itemId)
  // Serialised with rights that managers of the item or of a team grant concurrently.
  await productStore(ctx.store).items.lock(itemId)
  const item = await openToLeave(ctx, itemId)
  const actorId = requireLogin(ctx)
  const membership = (await ctx.store.members.ofItem(item.id)).find(({ userId }) => userId === actorId)
  const grants = (await ctx.store.teams.grantsOnItem(item.id)).filter(({ userId }) => userId === actorId)
  if (membership) {
    await productStore(ctx.store).members.remove(item.id, actorId)
    ctx.emit('member.removed', { membership, actorId })
  }
  if (grants.length > 0) await productStore(ctx.store).teams.endGrants(item.id, actorId)
  for (const { teamName: _, ...before } of grants) {
    const team = await teamConcerned(ctx, before)
    if (team) ctx.emit('teamGrant.updated', { team, before, grant: null, actorId })
  }
  await endUnvouched(ctx, item)
}
