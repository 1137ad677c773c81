import type { Collection, Context } from '#core/plugin.ts'

/** A person follows a page, since `at`. Belongs to the page and to the account. */
export type Subscription = object

export const MOST_FOLLOWERS = 1_000

export const subscriptionsIn = ({ store }: Pick<Context, 'store'>): Collection<Subscription> =>
  store.documents.collection('notices.subscription')

/** Nobody follows a page twice. */
export const subscriptionKey = (pageId: number, userId: number): string => `${pageId}:${userId}`
