import type { HandlerContext } from '#core/plugin.ts'
import { noticesIn, unreadNoticesIn, type NoticedFact } from './notice.ts'

export async function tell(ctx: HandlerContext, fact: NoticedFact): Promise<void> {
  const { toId: userId } = fact
  // Whose account is gone by now needs no notice.
  if ((await ctx.store.users.byId(userId)) === null) return
  const belonging = { userId, at: ctx.services.clock.now() }
  const { id: noticeId } = await noticesIn(ctx).put({ ...belonging, data: { ...fact, isRead: false } })
  await unreadNoticesIn(ctx).put({ ...belonging, key: `${noticeId}`, data: {} })
}
