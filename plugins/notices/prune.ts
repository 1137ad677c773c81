import type { HandlerContext } from '#core/plugin.ts'
import { noticesIn, unreadNoticesIn } from './notice.ts'
import { MOST_KEPT, READ_KEPT_DAYS, remindersIn, seriesIn, turnsIn, unreadRemindersIn } from './reminder.ts'

const DAY_MS = 24 * 3_600_000

/** Lets go of what was read long ago, and of what somebody has more of than he will ever look at. */
export async function prune(ctx: HandlerContext): Promise<void> {
  const limit = new Date(ctx.services.clock.now().getTime() - READ_KEPT_DAYS * DAY_MS)
  await remindersIn(ctx).deleteBefore(limit, { isRead: true })
  const reminders = await remindersIn(ctx).keepNewest(MOST_KEPT)
  await unreadRemindersIn(ctx).deleteKeys(reminders.flatMap(({ key }) => key ?? []))
  await noticesIn(ctx).deleteBefore(limit, { isRead: true })
  const notices = await noticesIn(ctx).keepNewest(MOST_KEPT)
  await unreadNoticesIn(ctx).deleteKeys(notices.map(({ id }) => `${id}`))
  // No save comes so late that it would belong to one of these.
  await seriesIn(ctx).deleteBefore(limit)
  await turnsIn(ctx).deleteBefore(limit)
}
