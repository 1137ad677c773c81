import { z } from 'zod'
import { bringItemBack, itemsInBin, openRecycledItem, ownItemsInBin } from '../access/bin-doors.ts'
import { requireLogin } from '../access/doors.ts'
import { limits } from '../limits.ts'
import { productStore } from '../open-store.ts'
import { command, query } from '../operation.ts'
import { id, line, nothing } from '../schema.ts'
import { adminList } from '../site/admin-list.ts'
import { endUnvouched } from '../team/end-unvouched.ts'
import { RecycledItemView, recycledItemView } from './bin-views.ts'

const Found = z.object({ items: z.array(RecycledItemView), total: z.number() })

/** Deleted items, kept in the recycle bin with all their content for some days. */
export const itemBinOperations = {
  list: query({
    summary: 'Deleted items of everybody that can still be brought back, the newest first, for site administrators.',
    audience: 'admin',
    input: z.object({
      ...adminList(),
      itemName: line(limits.nameLength).default(''),
      /** Part of the owner's username. */
      username: line(limits.nameLength).default(''),
    }),
    output: Found,
    example: { itemName: 'Payments', page: 1, count: 7 },
    async run(ctx, { itemName, username, page, count }) {
      const { list, total } = await itemsInBin(ctx, { itemName, ownerName: username }, { page, count })
      return { items: list.map(recycledItemView), total }
    },
  }),

  listMine: query({
    summary: 'Items of yours that you have deleted and can still bring back, the newest first.',
    audience: 'user',
    input: z.object(adminList()),
    output: Found,
    example: { page: 1, count: 7 },
    async run(ctx, paging) {
      const { list, total } = await ownItemsInBin(ctx, paging)
      return { items: list.map(recycledItemView), total }
    },
  }),

  recover: command({
    summary:
      'Brings a deleted item back with all that belongs to it, for its owner who deleted it and for site administrators. ' +
      'A domain that another item has by now is told of and stays with that one.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ itemId: id() }),
    output: z.object({ itemId: id(), lostDomain: z.string() }),
    example: { itemId: 1 },
    async run(ctx, { itemId }) {
      const back = await bringItemBack(ctx, await openRecycledItem(ctx, itemId, 'recover'))
      // Teams may be bound on the word of somebody who has left in the meantime.
      await endUnvouched(ctx, back.item)
      ctx.emit('item.recovered', { item: back.item, actorId: requireLogin(ctx) })
      return { itemId, lostDomain: back.item.domain === null ? back.formerDomain : '' }
    },
  }),

  delete: command({
    summary: 'Deletes an item in the bin for good before its time, for site administrators.',
    audience: 'admin',
    needsNoRoom: true,
    input: z.object({ itemId: id() }),
    output: nothing(),
    example: { itemId: 1 },
    async run(ctx, { itemId }) {
      const { item } = await openRecycledItem(ctx, itemId, 'purge')
      await productStore(ctx.store).items.delete(item.id)
      ctx.emit('item.purged', { item, actorId: requireLogin(ctx) })
      return {}
    },
  }),
}
