import type {
  CarriedAnnouncement,
  CarriedReminder,
  CarriedSubscription,
  Carrier,
  Context,
  ReminderCarrier,
} from '#core/plugin.ts'
import { announcementsIn, readAnnouncementsIn, readKey } from './announcement.ts'
import { noticesIn, unreadNoticesIn } from './notice.ts'
import { MOST_KEPT, READ_KEPT_DAYS, READ_KEPT_MS, remindersIn, unreadRemindersIn } from './reminder.ts'
import { MOST_FOLLOWERS, subscriptionKey, subscriptionsIn } from './subscription.ts'

/** Imports that somebody follows a page. */
export const carrySubscription: Carrier<CarriedSubscription> = async (ctx, { pageId, userId, at }) => {
  if ((await subscriptionsIn(ctx).count({ pageId })) >= MOST_FOLLOWERS)
    return { en: 'the page has as many followers as it may', 'zh-cn': '该页面的关注人数已达上限' }
  await subscriptionsIn(ctx).put({ key: subscriptionKey(pageId, userId), pageId, userId, at, data: {} })
  return null
}

/** Imports an announcement, and who has read it. */
export const carryAnnouncement: Carrier<CarriedAnnouncement> = async (ctx, { fromId, text, at, readers }) => {
  const { id: announcementId } = await announcementsIn(ctx).put({ at, data: { fromId, text } })
  await readAnnouncementsIn(ctx).putAll(
    readers.map((reader) => ({
      ...{ key: readKey(announcementId, reader.userId), userId: reader.userId, at: reader.at },
      data: { announcementId },
    })),
  )
  return null
}

const READ_LONG_AGO = {
  en: `it was read, and read reminders are kept for ${READ_KEPT_DAYS} days`,
  'zh-cn': `它已读；已读提醒只保留 ${READ_KEPT_DAYS} 天`,
} as const
const TOO_MANY = {
  en: `a person keeps the newest ${MOST_KEPT} reminders`,
  'zh-cn': `每人只保留最新的 ${MOST_KEPT} 条提醒`,
} as const

type Holder = Pick<Context, 'store' | 'services'>

/** Imports reminders, as many as would be kept. That somebody commented on a page is a notice here. */
export const carryReminders: ReminderCarrier = async (ctx, carried) => {
  const limit = ctx.services.clock.now().getTime() - READ_KEPT_MS
  const [first] = carried
  const userId = first?.userId ?? 0
  const room = {
    reminders: MOST_KEPT - (await remindersIn(ctx).count({ userId })),
    notices: MOST_KEPT - (await noticesIn(ctx).count({ userId })),
  }
  const reminders: CarriedReminder[] = []
  const notices: CarriedReminder[] = []
  const answers = carried.map((reminder) => {
    const isNotice = reminder.action === 'comment'
    const some = isNotice ? notices : reminders
    if (reminder.isRead && reminder.at.getTime() < limit) return READ_LONG_AGO
    if (some.length >= (isNotice ? room.notices : room.reminders)) return TOO_MANY
    some.push(reminder)
    return null
  })
  // The oldest first, so that within a second the newest is the newest here.
  await putReminders(ctx, reminders.toReversed())
  for (const notice of notices.toReversed()) await putNotice(ctx, notice)
  return answers
}

async function putReminders(ctx: Holder, reminders: readonly CarriedReminder[]): Promise<void> {
  // No version of the page is known. Documents are stored in the order of their keys, which decides within a second.
  const together = ctx.services.keys.uuid()
  const placed = reminders.map(({ pageId, userId, at, fromId, action, text, isRead }, place) => ({
    ...{ key: `carried:${together}:${String(place).padStart(9, '0')}`, pageId, userId, at },
    data: { fromId, action: action === 'create' ? action : ('update' as const), remark: text, isRead },
  }))
  await remindersIn(ctx).putAll(placed)
  await unreadRemindersIn(ctx).putAll(
    placed.flatMap(({ data, ...place }) => (data.isRead ? [] : [{ ...place, data: {} }])),
  )
}

async function putNotice(ctx: Holder, { pageId, userId, at, fromId, isRead }: CarriedReminder): Promise<void> {
  const fact = { kind: 'commented', toId: userId, fromId, pageId, commentId: 0, how: 'page' } as const
  const { id } = await noticesIn(ctx).put({ userId, at, data: { ...fact, isRead } })
  if (!isRead) await unreadNoticesIn(ctx).put({ key: `${id}`, userId, at, data: {} })
}
