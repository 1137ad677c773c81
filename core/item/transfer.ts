import { requireLogin } from '../access/doors.ts'
import type { CommandContext } from '../context.ts'
import { extensionPoint } from '../extension.ts'
import type { Item } from './item.ts'
import { wholeServices } from '../open-services.ts'
import { productStore } from '../open-store.ts'

/**
 * Ends what must not outlive a change of owner, in the transaction of the transfer: if it fails, so does the transfer.
 */
export type TransferStep = (ctx: CommandContext, item: Item) => Promise<void>
export const transferSteps = extensionPoint<TransferStep>('transferSteps', { isPartOfCommands: true })

/**
 * Makes somebody else the owner of an item that is locked for a change. The new owner's membership and team rights end:
 * an owner does not need them, and they must not reappear when the item is passed on. The new owner also vouches for
 * the teams that the former owner bound, and the transfer reports them.
 */
export async function transferItem(ctx: CommandContext, before: Item, ownerId: number): Promise<void> {
  const item = { ...before, ownerId }
  const { items, members, teams } = productStore(ctx.store)
  await items.update(item)
  await members.remove(item.id, ownerId)
  await teams.endGrants(item.id, ownerId)
  await teams.vouchInstead(item.id, { from: before.ownerId, by: ownerId })
  ctx.emit('item.transferred', { item, before, actorId: requireLogin(ctx) })
  for (const step of wholeServices(ctx.services).extensions(transferSteps)) await step(ctx, structuredClone(item))
}
