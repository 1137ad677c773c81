import { z } from 'zod'
import {
  addedTime,
  id,
  idOrNone,
  LANGUAGES,
  numbered,
  pagesReadableBy,
  wired,
  type Context,
  type Document,
  type OpenAccountId,
} from '#core/plugin.ts'
import { readAnnouncementsIn, stateOf, type Announcement } from './announcement.ts'
import type { Reminder } from './reminder.ts'

const status = () => numbered({ unread: 0, read: 1 })
export const messageIdField = () => wired('message_content_id', id())
const Sender = z.object({
  /** 0 when the account is deleted. */
  fromId: wired('from_uid', idOrNone()),
  fromName: z.string(),
  messageId: messageIdField(),
  messageContent: z.string(),
  status: status(),
  at: addedTime(),
})
export const ReminderView = Sender.extend({
  actionType: z.enum(['create', 'update']),
  objectType: z.enum(['page']),
  /** Ids 0 and an empty title for a page the caller may no longer read. */
  pageData: z.object({ itemId: idOrNone(), pageId: idOrNone(), pageTitle: z.string() }),
})
export const AnnouncementView = Sender
export type ReminderView = z.input<typeof ReminderView>

const NO_PAGE = { itemId: 0, pageId: 0, pageTitle: '' } as const

/** Rights are checked again: for an inaccessible page only the fact that there was something is shown. */
export async function reminderViews(
  ctx: Context,
  userId: OpenAccountId,
  reminders: readonly Document<Reminder>[],
): Promise<ReminderView[]> {
  const pageIds = [...new Set(reminders.flatMap(({ pageId }) => pageId ?? []))]
  const [readable, nameOf] = await Promise.all([pagesReadableBy(ctx, userId, pageIds), namesOf(ctx, reminders)])
  const pages = new Map(readable.map((page) => [page.pageId, page]))
  return reminders.map(({ id: messageId, pageId, at, data }) => {
    const page = pages.get(pageId ?? 0)
    return {
      ...nameOf(data.fromId),
      messageId,
      messageContent: page ? data.remark : '',
      status: data.isRead || !page ? 'read' : 'unread',
      at,
      actionType: data.action,
      objectType: 'page',
      pageData: page ? { itemId: page.itemId, pageId: page.pageId, pageTitle: page.title } : NO_PAGE,
    }
  })
}

export async function announcementViews(
  ctx: Context,
  announcements: readonly Document<Announcement>[],
  isRead: (announcement: Document<Announcement>) => boolean,
): Promise<z.input<typeof AnnouncementView>[]> {
  const nameOf = await namesOf(ctx, announcements)
  return announcements.map((announcement) => ({
    ...nameOf(announcement.data.fromId),
    messageId: announcement.id,
    messageContent: announcement.data.text,
    status: isRead(announcement) ? 'read' : 'unread',
    at: announcement.at,
  }))
}

/** An announcement as shown to administrators. */
export const WrittenView = z.object({
  messageId: messageIdField(),
  messageContent: z.string(),
  fromName: z.string(),
  at: addedTime(),
  /** Null for immediately, and for never. */
  startsAt: z.date().nullable(),
  endsAt: z.date().nullable(),
  /** Null for all languages. */
  language: z.enum(LANGUAGES).nullable(),
  state: z.enum(['coming', 'shown', 'over']),
  /** The number of people who have read it. */
  readers: z.number(),
})

export async function writtenViews(
  ctx: Context,
  announcements: readonly Document<Announcement>[],
): Promise<z.input<typeof WrittenView>[]> {
  const now = ctx.services.clock.now()
  const nameOf = await namesOf(ctx, announcements)
  const momentOf = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms))
  return Promise.all(
    announcements.map(async ({ id: messageId, at, data }) => ({
      messageId,
      messageContent: data.text,
      fromName: nameOf(data.fromId).fromName,
      at,
      startsAt: momentOf(data.startsAt),
      endsAt: momentOf(data.endsAt),
      language: data.language ?? null,
      state: stateOf(data, now),
      readers: await readAnnouncementsIn(ctx).count({ where: { announcementId: messageId } }),
    })),
  )
}

async function namesOf({ store }: Context, messages: readonly Document<{ readonly fromId: number }>[]) {
  const senders = await store.users.byIds([...new Set(messages.map(({ data: { fromId } }) => fromId))])
  const people = new Map(senders.map((sender) => [sender.id, sender]))
  return (fromId: number) => {
    const person = people.get(fromId)
    return { fromId: person?.id ?? 0, fromName: person ? person.name || person.username : '' }
  }
}
