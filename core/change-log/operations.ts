import { z } from 'zod'
import { openItem } from '../access/doors.ts'
import { limits } from '../limits.ts'
import { query } from '../operation.ts'
import { id } from '../schema.ts'
import { ChangeView, changeView } from './views.ts'

export const changeLogOperations = {
  changes: query({
    summary: 'What was changed in an item and by whom, the newest first, 300 changes at most.',
    audience: 'user',
    rest: { path: 'item/getChangeLog' },
    input: z.object({
      page: z.number().int().min(1).default(1),
      count: z.number().int().min(1).max(limits.changesShown).default(10),
      itemId: id(),
    }),
    output: z.object({ list: z.array(ChangeView), total: z.number() }),
    example: { page: 1, count: 10, itemId: 1 },
    async run(ctx, { page, count, itemId }) {
      // A member limited to a catalog must not see the names of pages elsewhere (threats A7).
      const { item } = await openItem(ctx, itemId, 'copy')
      const { list, total } = await ctx.store.changes.ofItem(item.id, { page, count }, limits.changesShown)
      const { language } = ctx.session
      return { list: list.map((change) => changeView(change, { language, itemName: item.name })), total }
    },
  }),
}
