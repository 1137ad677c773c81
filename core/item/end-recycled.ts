import { enqueueSweep } from '../attachment/sweep.ts'
import { recordByServer } from '../audit/by-server.ts'
import type { HandlerContext } from '../context.ts'
import { limits } from '../limits.ts'
import { productStore } from '../open-store.ts'

const DAY_MS = 24 * 3_600_000
const AT_ONCE = 100

/**
 * Deletes for good, one by one, the items whose time in the recycle bin is over; an item that is being restored is
 * skipped. If the process dies, the next run continues.
 */
export async function endRecycledItems({ store, services }: HandlerContext): Promise<void> {
  const limit = new Date(services.clock.now().getTime() - limits.recycleDays * DAY_MS)
  for (;;) {
    const ids = await productStore(store).items.recycledBefore(limit, AT_ONCE)
    let ended = 0
    for (const id of ids) {
      if (!(await productStore(store).items.deleteRecycledBefore(id, limit))) continue
      ended += 1
      await recordByServer(productStore(store), services, [{ action: 'item.purged', object: { kind: 'item', id } }])
    }
    if (ended > 0) await enqueueSweep(store)
    if (ids.length < AT_ONCE || ended === 0) return
  }
}
