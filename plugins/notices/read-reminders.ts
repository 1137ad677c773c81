import { allowedReadings, type Context, type Document } from '#core/plugin.ts'
import { remindersIn, unreadRemindersIn, waitForTurn, type Reminder } from './reminder.ts'

type Holder = Pick<Context, 'store'>

/**
 * The first is nearly always enough; the other is for people who lost access to pages they were often notified about.
 */
const LOOKED_AT = [20, 1_000] as const

/** The newest for a page this person may still read; null when there is none. Takes constant time. */
export async function newestUnread(ctx: Holder, userId: number): Promise<Document<Reminder> | null> {
  for (const count of LOOKED_AT) {
    const unread = await unreadRemindersIn(ctx).newest({ userId }, count)
    const newest = unread.length === 0 ? null : await firstReadable(ctx, userId, unread)
    if (newest || unread.length < count) return newest
  }
  return null
}

async function firstReadable(
  ctx: Holder,
  userId: number,
  unread: readonly Document<object>[],
): Promise<Document<Reminder> | null> {
  const pageIds = [...new Set(unread.flatMap(({ pageId }) => pageId ?? []))]
  const readings = pageIds.map((pageId) => ({ pageId, userId }))
  const readable = new Set((await allowedReadings(ctx, readings)).map(({ pageId }) => pageId))
  for (const { key } of unread.filter(({ pageId }) => readable.has(pageId ?? 0))) {
    const reminder = await remindersIn(ctx).byKey(key ?? '')
    // A nightly cleanup may have been interrupted between the two.
    if (reminder) return reminder
  }
  return null
}

/**
 * @param shownAt the time of the reminder's last displayed event: if it has a newer one by now, it stays unread; null
 * when unknown
 */
export async function markRead(
  ctx: Holder,
  { id, key, pageId }: Document<Reminder>,
  shownAt: Date | null,
): Promise<void> {
  if (shownAt !== null && pageId !== null) {
    await waitForTurn(ctx, pageId, shownAt)
    const now = await remindersIn(ctx).byId(id)
    if (!now || now.at > shownAt) return
  }
  // In the order in which reminders are written, to avoid deadlocks.
  await remindersIn(ctx).update(id, { isRead: true })
  await unreadRemindersIn(ctx).deleteKeys([key ?? ''])
}
