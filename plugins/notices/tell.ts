import { z } from 'zod'
import { id, type HandlerContext } from '#core/plugin.ts'
import { noticesIn, unreadNoticesIn } from './notice.ts'

const byWhom = { toId: id(), fromId: z.number() }
/** What somebody is given a notice of (D30). */
export const NoticedFact = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('addedToItem'),
    ...byWhom,
    itemId: id(),
    role: z.enum(['reader', 'editor', 'manager']),
    isLimited: z.boolean(),
  }),
  z.object({ kind: z.literal('itemTransferred'), ...byWhom, itemId: id() }),
  z.object({ kind: z.literal('addedToTeam'), ...byWhom, teamId: id(), role: z.enum(['member', 'admin']) }),
  z.object({ kind: z.literal('teamTransferred'), ...byWhom, teamId: id() }),
])
export type NoticedFact = z.output<typeof NoticedFact>

export async function tell(ctx: HandlerContext, fact: NoticedFact): Promise<void> {
  const { toId: userId } = fact
  // Whose account is gone by now needs no notice.
  if ((await ctx.store.users.byId(userId)) === null) return
  const belonging = { userId, at: ctx.services.clock.now() }
  const { id: noticeId } = await noticesIn(ctx).put({ ...belonging, data: { ...fact, isRead: false } })
  await unreadNoticesIn(ctx).put({ ...belonging, key: `${noticeId}`, data: {} })
}
