import { allowedReadings, type Context, type Document } from '#core/plugin.ts'
import { remindersIn, unreadRemindersIn, waitForTurn, type Reminder } from './reminder.ts'

type Holder = Pick<Context, 'store'>

/** Nearly always the first is enough; the other is for who lost the right to read pages that they were told of often. */
const LOOKED_AT = [20, 1_000] as const

/** Of a page this person may still read; null when there is none. Takes no longer the more reminders there are. */
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
    // A night's clearing may have been stopped between the two.
    if (reminder) return reminder
  }
  return null
}

/**
 * @param shownAt of which moment the reminder told when it was shown: one that tells of something newer by now stays
 * unread; null when nothing is known
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
  // In the order in which reminders are written: so neither waits for the other in a circle.
  await remindersIn(ctx).update(id, { isRead: true })
  await unreadRemindersIn(ctx).deleteKeys([key ?? ''])
}
