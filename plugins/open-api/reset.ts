import { requireLogin, type CommandContext, type Item, type TransferStep } from '#core/plugin.ts'
import { keptKeyOf, renewKey } from './item-key.ts'

/** Adds the reset of an item's token to the change log and the audit record. */
export function tellOfReset(ctx: CommandContext, { id, name }: Item): void {
  ctx.audit({ action: 'item.keyReset', object: { kind: 'item', id } })
  const change = { itemId: id, action: 'resetKey', object: 'item', objectId: id, objectName: name } as const
  ctx.emit('plugin.changedItem', { change, actorId: requireLogin(ctx) })
}

/** When an item is transferred, its token is reset: otherwise people who know it could go on writing. */
export const resetByTransfer: TransferStep = async (ctx, item) => {
  const kept = await keptKeyOf(ctx, item.id)
  if (!kept?.key) return
  await renewKey(ctx, { itemId: item.id, isByTransfer: true }, kept.key)
  tellOfReset(ctx, item)
}
