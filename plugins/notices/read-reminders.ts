import { allowedReadings, type Context, type Document } from '#core/plugin.ts'
import { remindersIn, unreadRemindersIn, type Reminder } from './reminder.ts'

type Holder = Pick<Context, 'store'>

// Further down lies what only somebody finds who lost his right to read twenty pages and more that he was told of.
const LOOKED_AT = 20

/** Of a page this person may still read; null when there is none. Takes no longer the more reminders there are. */
export async function newestUnread(ctx: Holder, userId: number): Promise<Document<Reminder> | null> {
  const unread = await unreadRemindersIn(ctx).newest({ userId }, LOOKED_AT)
  if (unread.length === 0) return null
  const pageIds = [...new Set(unread.flatMap(({ pageId }) => pageId ?? []))]
  const readings = pageIds.map((pageId) => ({ pageId, userId }))
  const readable = new Set((await allowedReadings(ctx, readings)).map(({ pageId }) => pageId))
  const newest = unread.find(({ pageId }) => readable.has(pageId ?? 0))
  return newest ? remindersIn(ctx).byKey(newest.key ?? '') : null
}

export async function markRead(ctx: Holder, { id, key }: Document<Reminder>): Promise<void> {
  // In the order in which reminders are written: so neither waits for the other in a circle.
  await remindersIn(ctx).update(id, { isRead: true })
  const unread = await unreadRemindersIn(ctx).byKey(key ?? '')
  if (unread) await unreadRemindersIn(ctx).delete(unread.id)
}
