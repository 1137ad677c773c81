import { z } from 'zod'
import { openItem } from '../access/doors.ts'
import { query } from '../operation.ts'
import { id } from '../schema.ts'

const BoundTeamView = z.object({ id: id(), teamId: id(), itemId: id(), teamName: z.string(), addtime: z.date() })

/** The bindings of one item, for its managers. What teams do with their items is among the operations of teams. */
export const itemTeamOperations = {
  list: query({
    summary: 'The teams an item is bound to.',
    audience: 'user',
    rest: { path: 'teamItem/getList' },
    input: z.object({ itemId: id() }),
    output: z.array(BoundTeamView),
    example: { itemId: 1 },
    async run(ctx, { itemId }) {
      await openItem(ctx, itemId, 'inspect')
      return (await ctx.store.teams.teamsOn(itemId)).map(({ addedAt: addtime, ...binding }) => ({
        ...binding,
        addtime,
      }))
    },
  }),
}
