import type { Context } from '../context.ts'
import { extensionPoint } from '../extension.ts'
import { wholeServices } from '../open-services.ts'

/** The number of unread things. Queried with every view of an item, so it has to be cheap. */
export type UnreadCounter = (ctx: Pick<Context, 'store'>, userId: number) => Promise<number>

/** If it is late, the item is shown without the number. */
const LONGEST_COUNT_MS = 1_000

/** Counts what is unread at an item (ITEM-26). */
export const unreadCounters = extensionPoint<UnreadCounter>('unreadCounters', { limitMs: LONGEST_COUNT_MS })

/** 0 for visitors. A failing counter is ignored: the item is still shown. */
export async function unreadCountOf({ actor, store, services }: Context): Promise<number> {
  if (actor.kind !== 'user') return 0
  const counts = wholeServices(services)
    .extensions(unreadCounters)
    .map(async (count) => {
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
