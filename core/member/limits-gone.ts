import type { CommandContext } from '../context.ts'
import type { OpenItemId } from '../opened-id.ts'

/**
 * Announces the rights in an item that end because the catalogs they are limited to are about to go away: a right never
 * widens to the whole item. The database lets them go with the catalogs.
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
    const team = await teams.byId(before.teamId)
    if (team) ctx.emit('teamGrant.updated', { team, before, grant: null, actorId })
  }
}
