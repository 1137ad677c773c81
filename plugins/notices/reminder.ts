import type { Collection, Context } from '#core/plugin.ts'

type Holder = Pick<Context, 'store'>

/** Tells one person that a page was saved. Belongs to the page and to that person; `at` is the newest save it tells of. */
export interface Reminder {
  readonly fromId: number
  readonly action: 'create' | 'update'
  readonly remark: string
  readonly isRead: boolean
}
export const remindersIn = ({ store }: Holder): Collection<Reminder> => store.documents.collection('notices.reminder')

/** One for each unread reminder, under the same key: what is unread is found at once, however much was read. */
export const unreadRemindersIn = ({ store }: Holder): Collection<object> =>
  store.documents.collection('notices.unreadReminder')

/** Unique per version and person, so that no crash and no second run makes two of one (R20). */
export const reminderKey = (pageId: number, revision: number, userId: number): string =>
  `${pageId}:${revision}:${userId}`

/** Saves of one page by one person that are told by one reminder each; times in ms since 1970. */
export interface Series {
  /** Of the first save: names the reminders. */
  readonly revision: number
  readonly startedAt: number
  readonly newestAt: number
}
export const seriesIn = ({ store }: Holder): Collection<Series> => store.documents.collection('notices.series')

export const turnsIn = ({ store }: Holder): Collection<object> => store.documents.collection('notices.turn')

/** Holds off other changes of this page's reminders until the end of the transaction. */
export async function waitForTurn(ctx: Holder, pageId: number, at: Date): Promise<void> {
  await turnsIn(ctx).put({ key: `${pageId}`, pageId, at, data: {} })
}

/** How long reminders and notices are kept that were read. */
export const READ_KEPT_DAYS = 90
/** The newest of each person, read or not. */
export const MOST_KEPT = 1_000

export const SERIES_MS = 10 * 60_000

/** The series this save belongs to: that of its person if it began within ten minutes, or one that begins with it. */
export function seriesWith(series: Series | null, save: { readonly revision: number; readonly at: number }): Series {
  const { revision, at } = save
  if (!series || Math.abs(at - series.startedAt) >= SERIES_MS) return { revision, startedAt: at, newestAt: at }
  return { ...series, newestAt: Math.max(series.newestAt, at) }
}
