import { z } from 'zod'
import {
  allowedReadings,
  command,
  nothing,
  query,
  requireLogin,
  type CommandContext,
  type Context,
} from '#core/plugin.ts'
import { announcementsFor, readAnnouncementsIn, readKey } from './announcement.ts'
import { noticesIn, unreadNoticesIn } from './notice.ts'
import { markRead } from './read-reminders.ts'
import { remindersIn, unreadRemindersIn } from './reminder.ts'

/** People with more unread notices than this get no further ones counted. */
const MOST_COUNTED = 1_000

export const inboxOperations = {
  counts: query({
    summary: 'How much you have not read: notices, reminders of pages you may read, announcements.',
    audience: 'user',
    input: nothing(),
    output: z.object({ notices: z.number(), reminders: z.number(), announcements: z.number() }),
    async run(ctx) {
      const userId = requireLogin(ctx)
      const [notices, reminders, { unread }] = await Promise.all([
        unreadNoticesIn(ctx).count({ userId }),
        readableReminders(ctx, userId),
        announcementsFor(ctx, userId),
      ])
      return { notices, reminders, announcements: unread.length }
    },
  }),

  setAllRead: command({
    summary: 'Notes that you have read all your notices, reminders and announcements.',
    audience: 'user',
    needsNoRoom: true,
    input: nothing(),
    output: nothing(),
    async run(ctx) {
      const userId = requireLogin(ctx)
      await readNotices(ctx, userId)
      await readReminders(ctx, userId)
      await readAnnouncements(ctx, userId)
      return {}
    },
  }),
}

async function readableReminders(ctx: Context, userId: number): Promise<number> {
  const unread = await unreadRemindersIn(ctx).newest({ userId }, MOST_COUNTED)
  const pageIds = new Set(unread.flatMap(({ pageId }) => pageId ?? []))
  const readings = await allowedReadings(
    ctx,
    [...pageIds].map((pageId) => ({ pageId, userId })),
  )
  const readable = new Set(readings.map(({ pageId }) => pageId))
  return unread.filter(({ pageId }) => readable.has(pageId ?? 0)).length
}

async function readNotices(ctx: CommandContext, userId: number): Promise<void> {
  const unread = await noticesIn(ctx).newest({ userId, where: { isRead: false } }, MOST_COUNTED)
  for (const { id } of unread) await noticesIn(ctx).update(id, { isRead: true })
  await unreadNoticesIn(ctx).deleteKeys(unread.map(({ id }) => `${id}`))
}

/** Page by page in a fixed order, so that concurrent calls cannot deadlock. */
async function readReminders(ctx: CommandContext, userId: number): Promise<void> {
  const shownAt = ctx.services.clock.now()
  const unread = await remindersIn(ctx).newest({ userId, where: { isRead: false } }, MOST_COUNTED)
  for (const reminder of unread.toSorted((a, b) => (a.pageId ?? 0) - (b.pageId ?? 0)))
    await markRead(ctx, reminder, shownAt)
}

async function readAnnouncements(ctx: CommandContext, userId: number): Promise<void> {
  const { unread } = await announcementsFor(ctx, userId)
  const at = ctx.services.clock.now()
  await readAnnouncementsIn(ctx).putAll(
    unread.map(({ id }) => ({ key: readKey(id, userId), userId, at, data: { announcementId: id } })),
  )
}
