import type { Collection, Context, Document, Language } from '#core/plugin.ts'

type Holder = Pick<Context, 'store'>

/** A message from a site administrator to everybody. */
export interface Announcement {
  readonly fromId: number
  /** In markdown. */
  readonly text: string
  /** When it is first shown, in milliseconds since 1970; immediately when left out. */
  readonly startsAt?: number
  /** When it is no longer shown; never when left out. */
  readonly endsAt?: number
  /** Language of its readers; all when left out. */
  readonly language?: Language
}

export type AnnouncementState = 'coming' | 'shown' | 'over'

export function stateOf({ startsAt = -Infinity, endsAt = Infinity }: Announcement, now: Date): AnnouncementState {
  if (endsAt <= now.getTime()) return 'over'
  return startsAt <= now.getTime() ? 'shown' : 'coming'
}

/** What is currently shown to readers in this language, as `stateOf` says. */
const shownTo = (reader: Language, now: Date) => ({
  startsAt: { atMost: now.getTime() },
  endsAt: { above: now.getTime() },
  language: { is: reader },
})

export const ANNOUNCEMENT_LENGTH = 2_000
/** How many of those that are shown to a reader. */
const ANNOUNCEMENTS_SHOWN = 50

export const announcementsIn = ({ store }: Holder): Collection<Announcement> =>
  store.documents.collection('notices.announcement')

/** Which announcements a person has read. Belongs to the person. */
export const readAnnouncementsIn = ({ store }: Holder): Collection<{ readonly announcementId: number }> =>
  store.documents.collection('notices.readAnnouncement')

export const readKey = (announcementId: number, userId: number): string => `${announcementId}:${userId}`

/**
 * The newest announcements currently shown in the reader's language, and which of them the person has not read; those
 * older than the account count as read.
 */
export async function announcementsFor(
  ctx: Pick<Context, 'store' | 'services' | 'session'>,
  userId: number,
): Promise<{
  readonly announcements: readonly Document<Announcement>[]
  readonly unread: readonly Document<Announcement>[]
  isRead(announcement: Document<Announcement>): boolean
}> {
  const now = ctx.services.clock.now()
  const announcements = await announcementsIn(ctx).newest(
    { within: shownTo(ctx.session.language, now) },
    ANNOUNCEMENTS_SHOWN,
  )
  if (announcements.length === 0) return { announcements, unread: [], isRead: () => true }
  const [user, marks] = await Promise.all([ctx.store.users.byId(userId), readAnnouncementsIn(ctx).find({ userId })])
  const readIds = new Set(marks.list.map(({ data }) => data.announcementId))
  const isRead = ({ id, at }: Document<Announcement>): boolean =>
    readIds.has(id) || (user !== null && at < user.registeredAt)
  return { announcements, unread: announcements.filter((announcement) => !isRead(announcement)), isRead }
}
