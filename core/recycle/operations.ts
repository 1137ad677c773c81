import { z } from 'zod'
import { openItem, openItemToChange, requireLogin } from '../access/doors.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { command, query } from '../operation.ts'
import { id, nothing } from '../schema.ts'
import { RecycledPageView, recycledPageView } from './views.ts'

export const recycleOperations = {
  list: query({
    summary: 'What was deleted in an item within the last thirty days, newest first, for its managers.',
    audience: 'user',
    rest: { path: 'recycle/getList' },
    input: z.object({ itemId: id() }),
    output: z.array(RecycledPageView),
    example: { itemId: 1 },
    async run(ctx, { itemId }) {
      const { item } = await openItem(ctx, itemId, 'inspect')
      return (await ctx.store.pages.recycledIn(item.id)).map(recycledPageView)
    },
  }),

  recover: command({
    summary: 'Brings a deleted page back, into the root of its item.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ itemId: id(), pageId: id() }),
    output: nothing(),
    example: { itemId: 1, pageId: 1 },
    async run(ctx, { itemId, pageId }) {
      const { item } = await openItemToChange(ctx, itemId, 'manage')
      if ((await ctx.store.pages.countIn(item.id)) >= limits.pagesPerItem) {
        throw new DomainError('tooMany', { limit: limits.pagesPerItem })
      }
      // Its former place may be taken, so it comes where a new page would.
      const page = await ctx.store.pages.recover(itemId, pageId, limits.defaultOrder)
      if (!page) throw new DomainError('notFound')
      ctx.emit('page.recovered', { page, actorId: requireLogin(ctx) })
      return {}
    },
  }),
}
