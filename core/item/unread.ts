import type { Context } from '../context.ts'
import { extensionPoint } from '../extension.ts'

/** How much waits for somebody to be looked at. Asked with every view of an item, so it has to be cheap. */
export type UnreadCounter = (ctx: Pick<Context, 'store'>, userId: number) => Promise<number>

/** An item is shown without the number rather than late. */
const LONGEST_COUNT_MS = 1_000

/** What is counted as unread at an item (ITEM-26). */
export const unreadCounters = extensionPoint<UnreadCounter>('unreadCounters', { limitMs: LONGEST_COUNT_MS })

/** 0 for visitors. A counter that fails is left out: the item is shown all the same. */
export async function unreadCountOf({ actor, store, services }: Context): Promise<number> {
  if (actor.kind !== 'user') return 0
  const counts = services.extensions(unreadCounters).map(async (count) => {
    try {
      const counted = await count({ store }, actor.id)
      if (!Number.isSafeInteger(counted) || counted < 0) throw new Error('a counter gave what is no count')
      return counted
    } catch (error) {
      services.log.error('what is unread cannot be counted', error)
      return 0
    }
  })
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}
