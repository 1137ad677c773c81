import { requireLogin } from '../access/doors.ts'
import type { CommandContext } from '../context.ts'
import { extensionPoint } from '../extension.ts'
import type { Item } from './item.ts'

/** What must not outlive a change of owner ends here, in the transaction of the transfer: if it fails, so does that. */
export type TransferStep = (ctx: CommandContext, item: Item) => Promise<void>
export const transferSteps = extensionPoint<TransferStep>('transferSteps', { isPartOfCommands: true })

/**
 * Makes somebody else the owner of an item that is held for a change. What they had by a
 * membership or by teams ends: an owner has none of it, and it must not be there again once the item is given away. They
 * answer from now on for the teams that the former owner bound, of which a transfer tells.
 */
export async function transferItem(ctx: CommandContext, before: Item, ownerId: number): Promise<void> {
  const item = { ...before, ownerId }
  await ctx.store.items.update(item)
  await ctx.store.members.remove(item.id, ownerId)
  await ctx.store.teams.endGrants(item.id, ownerId)
  await ctx.store.teams.vouchInstead(item.id, { from: before.ownerId, by: ownerId })
  ctx.emit('item.transferred', { item, before, actorId: requireLogin(ctx) })
  for (const step of ctx.services.extensions(transferSteps)) await step(ctx, item)
}
