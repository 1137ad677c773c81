import type { Collection, Context } from '#core/plugin.ts'

/** Somebody follows a page: `at` is since when. Belongs to the page and to the account. */
export type Subscription = object

export const MOST_FOLLOWERS = 1_000

export const subscriptionsIn = ({ store }: Pick<Context, 'store'>): Collection<Subscription> =>
  store.documents.collection('notices.subscription')

/** Nobody is on a page's list twice. */
export const subscriptionKey = (pageId: number, userId: number): string => `${pageId}:${userId}`
