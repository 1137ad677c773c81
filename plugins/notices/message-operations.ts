import { z } from 'zod'
import {
  command,
  DomainError,
  id,
  idOrNone,
  LANGUAGES,
  nothing,
  query,
  requireLogin,
  text,
  wired,
} from '#core/plugin.ts'
import { ANNOUNCEMENT_LENGTH, announcementsFor, announcementsIn, readAnnouncementsIn, readKey } from './announcement.ts'
import {
  AnnouncementView,
  announcementViews,
  messageIdField,
  ReminderView,
  reminderViews,
  WrittenView,
  writtenViews,
} from './message-views.ts'
import { markRead, newestUnread } from './read-reminders.ts'
import { remindersIn } from './reminder.ts'

const MOST_ROWS = 1_000
/** The latest possible date. */
const LATEST_MS = 8_640_000_000_000

/** As ISO 8601 text, e.g. `2026-03-01T08:00:00Z`. */
const instant = () => z.iso.datetime({ offset: true })

const oneOrNone = <S extends z.ZodRawShape>(view: z.ZodObject<S>) => view.extend({ id: id() }).partial()

export const messageOperations = {
  listReminders: query({
    summary: 'What you were reminded of, newest first: pages you follow that somebody saved.',
    audience: 'user',
    rest: { path: 'message/getRemindList' },
    input: z.object({
      remindType: z.enum(['all', 'unread']).default('all'),
      /** Those of this item alone; 0 for all. */
      itemId: idOrNone().default(0),
      page: id().default(1),
      count: z.number().int().min(1).max(MOST_ROWS).default(8),
    }),
    output: z.object({ list: z.array(ReminderView), total: z.number() }),
    example: { page: 1, count: 8 },
    async run(ctx, { remindType, itemId, page, count }) {
      const userId = requireLogin(ctx)
      if (remindType === 'all' && itemId === 0) {
        const { list, total } = await remindersIn(ctx).find({ userId }, { page, count })
        return { list: await reminderViews(ctx, userId, list), total }
      }
      const where = remindType === 'unread' ? { isRead: false } : {}
      const views = await reminderViews(ctx, userId, await remindersIn(ctx).newest({ userId, where }, MOST_ROWS))
      // One of a page that may not be read any more tells of no item, and counts as read.
      const wanted = views.filter(
        ({ status, pageData }) =>
          (remindType === 'all' || status === 'unread') && (itemId === 0 || pageData.itemId === itemId),
      )
      return { list: wanted.slice((page - 1) * count, page * count), total: wanted.length }
    },
  }),

  unread: query({
    summary: 'Your newest unread reminder and your newest unread announcement; each is empty when there is none.',
    audience: 'user',
    rest: { path: 'message/getUnread' },
    input: nothing(),
    // D29: complete, or an empty object.
    output: z.object({ remind: oneOrNone(ReminderView), announce: oneOrNone(AnnouncementView) }),
    async run(ctx) {
      const userId = requireLogin(ctx)
      const [reminder, { unread, isRead }] = await Promise.all([
        newestUnread(ctx, userId),
        announcementsFor(ctx, userId),
      ])
      const [announce] = await announcementViews(ctx, unread.slice(0, 1), isRead)
      const [remind] = reminder ? await reminderViews(ctx, userId, [reminder]) : []
      return { remind: withId(remind), announce: withId(announce) }
    },
  }),

  setRead: command({
    summary:
      'Notes that you have read a reminder or an announcement. With shownAt, the time of the reminder as you saw ' +
      'it, in milliseconds since 1970, one that tells of something newer by now stays unread.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({
      messageId: messageIdField(),
      fromId: wired('from_uid', idOrNone().default(0)),
      shownAt: z.number().int().min(0).max(LATEST_MS).optional(),
    }),
    output: nothing(),
    example: { messageId: 1, fromId: 1 },
    async run(ctx, { messageId, fromId: senderId, shownAt }) {
      const userId = requireLogin(ctx)
      const isFromHim = (fromId: number): boolean => senderId === 0 || senderId === fromId
      const reminder = await remindersIn(ctx).byId(messageId)
      if (reminder?.userId === userId && isFromHim(reminder.data.fromId)) {
        await markRead(ctx, reminder, shownAt === undefined ? null : new Date(shownAt))
        return {}
      }
      const announcement = reminder ? null : await announcementsIn(ctx).byId(messageId)
      if (!announcement || !isFromHim(announcement.data.fromId)) throw new DomainError('notFound')
      await readAnnouncementsIn(ctx).put({
        key: readKey(announcement.id, userId),
        userId,
        at: ctx.services.clock.now(),
        data: { announcementId: announcement.id },
      })
      return {}
    },
  }),

  listAnnouncements: query({
    summary: 'What site administrators told everybody, newest first.',
    audience: 'user',
    rest: { path: 'message/getAnnouncementList' },
    input: nothing(),
    output: z.array(AnnouncementView),
    async run(ctx) {
      const { announcements, isRead } = await announcementsFor(ctx, requireLogin(ctx))
      return announcementViews(ctx, announcements, isRead)
    },
  }),

  announce: command({
    summary: 'Tells everybody who has an account something; for site administrators.',
    audience: 'admin',
    rest: { path: 'message/addAnnouncement' },
    input: z
      .object({
        /** In markdown. */
        messageContent: text(ANNOUNCEMENT_LENGTH).trim().min(1),
        /** When it is first shown; immediately when left out. */
        from: instant().optional(),
        /** When it is no longer shown; never when left out. */
        until: instant().optional(),
        /** Language of its readers; all when left out. */
        language: z.enum(LANGUAGES).optional(),
      })
      .refine(({ from, until }) => !from || !until || Date.parse(from) < Date.parse(until), { path: ['until'] }),
    output: z.object({ messageId: messageIdField() }),
    example: { messageContent: 'The server rests on Sunday from 6 to 7.' },
    async run(ctx, { messageContent, from, until, language }) {
      const data = {
        fromId: requireLogin(ctx),
        text: messageContent,
        ...(from !== undefined && { startsAt: Date.parse(from) }),
        ...(until !== undefined && { endsAt: Date.parse(until) }),
        ...(language && { language }),
      }
      const announcement = await announcementsIn(ctx).put({ at: ctx.services.clock.now(), data })
      ctx.audit({ action: 'announcement.added', object, detail: `${announcement.id}` })
      return { messageId: announcement.id }
    },
  }),

  listWritten: query({
    summary:
      'All announcements with when and to whom they are shown and how many have read them, newest first; for site ' +
      'administrators.',
    audience: 'admin',
    input: z.object({ page: id().default(1), count: z.number().int().min(1).max(MOST_ROWS).default(7) }),
    output: z.object({
      list: z.array(WrittenView),
      total: z.number(),
      /** The number of accounts. */
      people: z.number(),
    }),
    example: { page: 1, count: 7 },
    async run(ctx, paging) {
      const { list, total } = await announcementsIn(ctx).find({}, paging)
      const [views, people] = await Promise.all([writtenViews(ctx, list), ctx.store.users.countAll()])
      return { list: views, total, people }
    },
  }),

  withdraw: command({
    summary: 'Takes an announcement back; for site administrators.',
    audience: 'admin',
    needsNoRoom: true,
    rest: { path: 'message/deleteAnnouncement' },
    input: z.object({ messageId: messageIdField() }),
    output: nothing(),
    example: { messageId: 1 },
    async run(ctx, { messageId }) {
      const announcement = await announcementsIn(ctx).byId(messageId)
      if (!announcement) throw new DomainError('notFound')
      await announcementsIn(ctx).delete(announcement.id)
      ctx.audit({ action: 'announcement.removed', object, detail: `${announcement.id}` })
      return {}
    },
  }),
}

/** The id again, by which other clients detect whether there is a message at all. */
const withId = <V extends { readonly messageId: number }>(view: V | undefined) =>
  view ? { ...view, id: view.messageId } : {}

const object = { kind: 'plugin', id: 'notices' } as const
