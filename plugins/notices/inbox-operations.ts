import { z } from 'zod'
import {
  allowedReadings,
  command,
  id,
  nothing,
  pagesReadableBy,
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

  items: query({
    summary:
      'The items that your notices or your reminders have to do with, as far as you may read there, by their names.',
    audience: 'user',
    input: z.object({ of: z.enum(['notices', 'reminders']) }),
    output: z.object({ items: z.array(z.object({ itemId: id(), itemName: z.string() })) }),
    example: { of: 'reminders' },
    run: async (ctx, { of }) => ({ items: [...(await itemsTold(ctx, of))] }),
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

async function itemsTold(
  ctx: Context,
  of: 'notices' | 'reminders',
): Promise<readonly { readonly itemId: number; readonly itemName: string }[]> {
  const userId = requireLogin(ctx)
  const notices = of === 'notices' ? await noticesIn(ctx).newest({ userId }, MOST_COUNTED) : []
  const reminders = of === 'reminders' ? await remindersIn(ctx).newest({ userId }, MOST_COUNTED) : []
  const pageIds = new Set([
    ...notices.flatMap(({ data }) => ('pageId' in data ? data.pageId : [])),
    ...reminders.flatMap(({ pageId }) => pageId ?? []),
  ])
  const readable = await pagesReadableBy(ctx, userId, [...pageIds])
  const names = new Map(readable.map(({ itemId, itemName }) => [itemId, itemName]))
  const named = new Set(notices.flatMap(({ data }) => ('itemId' in data ? data.itemId : [])))
  const own = named.size === 0 ? [] : await ctx.store.items.ofUser(userId)
  for (const { item } of own) if (named.has(item.id)) names.set(item.id, item.name)
  const items = Array.from(names, ([itemId, itemName]) => ({ itemId, itemName }))
  return items.toSorted((a, b) => a.itemName.localeCompare(b.itemName, ctx.session.language))
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
