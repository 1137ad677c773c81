import type { Collection, Context, Document } from '#core/plugin.ts'

type Holder = Pick<Context, 'store'>

/** What a site administrator tells everybody. */
export interface Announcement {
  readonly fromId: number
  readonly text: string
}
export const ANNOUNCEMENT_LENGTH = 2_000
/** Of all there ever were, these many are shown. */
const ANNOUNCEMENTS_SHOWN = 50

export const announcementsIn = ({ store }: Holder): Collection<Announcement> =>
  store.documents.collection('notices.announcement')

/** Who has read what. Belongs to the person. */
export const readAnnouncementsIn = ({ store }: Holder): Collection<{ readonly announcementId: number }> =>
  store.documents.collection('notices.readAnnouncement')

export const readKey = (announcementId: number, userId: number): string => `${announcementId}:${userId}`

/** The newest, and which of them this person has read; those from before they had an account count as read. */
export async function announcementsFor(
  ctx: Holder,
  userId: number,
): Promise<{
  readonly announcements: readonly Document<Announcement>[]
  isRead(announcement: Document<Announcement>): boolean
}> {
  const announcements = await announcementsIn(ctx).newest({}, ANNOUNCEMENTS_SHOWN)
  if (announcements.length === 0) return { announcements, isRead: () => true }
  const [user, marks] = await Promise.all([ctx.store.users.byId(userId), readAnnouncementsIn(ctx).find({ userId })])
  const readIds = new Set(marks.list.map(({ data }) => data.announcementId))
  return {
    announcements,
    isRead: ({ id, at }) => readIds.has(id) || (user !== null && at < user.registeredAt),
  }
}
