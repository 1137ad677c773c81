import { teamConcerned } from '../access/team-doors.ts'
import type { CommandContext } from '../context.ts'
import type { OpenItemId } from '../opened-id.ts'

/**
 * Emits facts for the rights that end because the catalogs they are limited to are about to be deleted: a right is
 * never widened to the whole item. The database deletes them with the catalogs.
 */
export async function announceLimitsGone(
  ctx: CommandContext,
  itemId: OpenItemId,
  catalogIds: readonly number[],
  actorId: number,
): Promise<void> {
  const { members, teams } = ctx.store
  const isGone = ({ catalogId }: { readonly catalogId: number | null }) =>
    catalogId !== null && catalogIds.includes(catalogId)
  for (const membership of (await members.ofItem(itemId)).filter(isGone)) {
    ctx.emit('member.removed', { membership, actorId })
  }
  for (const { teamName: _, ...before } of (await teams.grantsOnItem(itemId)).filter(isGone)) {
    const team = await teamConcerned(ctx, before)
    if (team) ctx.emit('teamGrant.updated', { team, before, grant: null, actorId })
  }
}
