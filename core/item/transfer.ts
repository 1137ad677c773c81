import { requireLogin } from '../access/doors.ts'
import type { CommandContext } from '../context.ts'
import type { Item } from './item.ts'

/** Makes somebody else the owner of an item that is held for a change. A membership of his ends: an owner has none. */
export async function transferItem(ctx: CommandContext, before: Item, ownerId: number): Promise<void> {
  const item = { ...before, ownerId }
  await ctx.store.items.update(item)
  await ctx.store.members.remove(item.id, ownerId)
  ctx.emit('item.transferred', { item, before, actorId: requireLogin(ctx) })
}
