import { requireLogin, type CommandContext, type Item, type TransferStep } from '#core/plugin.ts'
import { keptKeyOf, renewKey } from './item-key.ts'

/** Has the change log and the audit record say that the token of an item is a new one. */
export function tellOfReset(ctx: CommandContext, { id, name }: Item): void {
  ctx.audit({ action: 'item.keyReset', object: { kind: 'item', id } })
  const change = { itemId: id, action: 'resetKey', object: 'item', objectId: id, objectName: name } as const
  ctx.emit('plugin.changedItem', { change, actorId: requireLogin(ctx) })
}

/** With the item, its token goes to the new owner as a new one: whoever had the item might go on writing otherwise. */
export const resetByTransfer: TransferStep = async (ctx, item) => {
  const kept = await keptKeyOf(ctx, item.id)
  if (!kept?.key) return
  await renewKey(ctx, { itemId: item.id, isByTransfer: true }, kept.key)
  tellOfReset(ctx, item)
}
