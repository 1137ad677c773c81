import { openItemToChange, requireLogin } from '../access/doors.ts'
import { openTeamToChange } from '../access/team-doors.ts'
import type { CommandContext } from '../context.ts'
import { transferItem } from '../item/transfer.ts'
import { inLockOrder } from './lock-order.ts'
import type { Team } from './team.ts'
import { productStore } from '../open-store.ts'

/**
 * Makes somebody else the owner of a team managed by the caller, and of the items bound to it that the caller owns
 * (D38). Memberships do not change. Transferring it to its owner changes nothing for the team, but still transfers
 * these items.
 */
export async function transferTeam(ctx: CommandContext, teamId: number, heirId: number): Promise<void> {
  const { teams } = ctx.store
  const actorId = requireLogin(ctx)
  const { team: before } = await openTeamToChange(ctx, teamId)
  if (heirId === before.ownerId) return
  await giveTeam(ctx, before, heirId)
  if (heirId === actorId) return
  const own = (await teams.itemsOf(before.id)).filter(({ itemOwnerId }) => itemOwnerId === actorId)
  for (const { itemId } of inLockOrder(own)) {
    const { item } = await openItemToChange(ctx, itemId, 'own')
    await transferItem(ctx, item, heirId)
  }
}

/** Makes somebody else the owner of a team that is locked for a change, and of nothing else. */
export async function giveTeam(ctx: CommandContext, before: Team, heirId: number): Promise<void> {
  const team = { ...before, ownerId: heirId }
  await productStore(ctx.store).teams.update(team)
  ctx.emit('team.transferred', { team, before, actorId: requireLogin(ctx) })
}
