import type { Collection, Context } from '#core/plugin.ts'

type Holder = Pick<Context, 'store'>

/**
 * Tells one person that a page was saved. Belongs to the page and to that person; `at` is the time of the newest save.
 */
export interface Reminder {
  readonly fromId: number
  readonly action: 'create' | 'update'
  readonly remark: string
  readonly isRead: boolean
}
export const remindersIn = ({ store }: Holder): Collection<Reminder> => store.documents.collection('notices.reminder')

/** One for each unread reminder, with the same key: unread ones are found fast, however many were read. */
export const unreadRemindersIn = ({ store }: Holder): Collection<object> =>
  store.documents.collection('notices.unreadReminder')

/** Unique per version and person, so that neither a crash nor a second run creates two of one (R20). */
export const reminderKey = (pageId: number, revision: number, userId: number): string =>
  `${pageId}:${revision}:${userId}`

/** Saves of one page by one person that share a reminder; times in ms since 1970. */
export interface Series {
  /** Of the first save: part of the reminders' keys. */
  readonly revision: number
  readonly startedAt: number
  readonly newestAt: number
}
export const seriesIn = ({ store }: Holder): Collection<Series> => store.documents.collection('notices.series')

export const turnsIn = ({ store }: Holder): Collection<object> => store.documents.collection('notices.turn')

/** Blocks other changes of this page's reminders until the end of the transaction. */
export async function waitForTurn(ctx: Holder, pageId: number, at: Date): Promise<void> {
  await turnsIn(ctx).put({ key: `${pageId}`, pageId, at, data: {} })
}

/** How long read reminders and notices are kept. */
export const READ_KEPT_DAYS = 90
export const READ_KEPT_MS = READ_KEPT_DAYS * 24 * 3_600_000
/** The newest ones of each person, read or not. */
export const MOST_KEPT = 1_000

export const SERIES_MS = 10 * 60_000

/** The series of this save: the person's current one if it began within ten minutes, or a new one. */
export function seriesWith(series: Series | null, save: { readonly revision: number; readonly at: number }): Series {
  const { revision, at } = save
  if (!series || Math.abs(at - series.startedAt) >= SERIES_MS) return { revision, startedAt: at, newestAt: at }
  return { ...series, newestAt: Math.max(series.newestAt, at) }
}
