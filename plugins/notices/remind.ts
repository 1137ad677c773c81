import { z } from 'zod'
import { allowedReadings, id, type HandlerContext } from '#core/plugin.ts'
import { reminderKey, remindersIn, seriesIn, seriesWith, unreadRemindersIn, waitForTurn } from './reminder.ts'
import { subscriptionsIn } from './subscription.ts'

/** What is stored about a save with a notification. */
export const SavedPage = z.object({
  kind: z.literal('savedPage'),
  pageId: id(),
  revision: id(),
  fromId: z.number(),
  action: z.enum(['create', 'update']),
  remark: z.string(),
  /** When it was saved, or the notification was requested. */
  at: z.coerce.date(),
})
export type SavedPage = z.output<typeof SavedPage>

/** Reminds all followers of the page who may read it now (SUB-08), including the saver (D45). */
export async function remind(ctx: HandlerContext, saved: SavedPage): Promise<void> {
  const { pageId, fromId, action, remark, at } = saved
  const { list } = await subscriptionsIn(ctx).find({ pageId })
  const readings = list.flatMap(({ userId }) => (userId === null ? [] : [{ pageId, userId }]))
  const readers = await allowedReadings(ctx, readings)
  if (readers.length === 0) return
  // So that only one transaction reads and writes a series at a time.
  await waitForTurn(ctx, pageId, at)
  const key = `${pageId}:${fromId}`
  const before = (await seriesIn(ctx).byKey(key))?.data ?? null
  const series = seriesWith(before, { revision: saved.revision, at: at.getTime() })
  // A newer save of the series was reported before: its remark counts.
  if (before && series.newestAt > at.getTime()) return
  const owned = readers.map(({ userId }) => ({
    key: reminderKey(pageId, series.revision, userId),
    pageId,
    userId,
    at,
  }))
  await remindersIn(ctx).putAll(owned.map((one) => ({ ...one, data: { fromId, action, remark, isRead: false } })))
  await unreadRemindersIn(ctx).putAll(owned.map((one) => ({ ...one, data: {} })))
  await seriesIn(ctx).put({ key, pageId, at, data: series })
}
