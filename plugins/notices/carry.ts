import type { CarriedSubscription, Carrier } from '#core/plugin.ts'
import { MOST_FOLLOWERS, subscriptionKey, subscriptionsIn } from './subscription.ts'

/** Imports that somebody follows a page. */
export const carrySubscription: Carrier<CarriedSubscription> = async (ctx, { pageId, userId, at }) => {
  if ((await subscriptionsIn(ctx).count({ pageId })) >= MOST_FOLLOWERS)
    return { en: 'the page has as many followers as it may', 'zh-cn': '该页面的关注人数已达上限' }
  await subscriptionsIn(ctx).put({ key: subscriptionKey(pageId, userId), pageId, userId, at, data: {} })
  return null
}
