import { failedJobsIn, loginsIn, mailLinksIn } from '../access/facts.ts'
import type { HandlerContext } from '../context.ts'
import { limits } from '../limits.ts'
import { auditLimits } from '../audit/audit-limits.ts'
import { wholeServices } from '../open-services.ts'
import { productStore } from '../open-store.ts'

const DAY_MS = 24 * 3_600_000
const SHORTEST_PAUSE_MS = 60_000

/** Deletes expired recycled pages, sessions, links, save receipts, failed jobs and records (D57). */
export async function sweep({ store, services }: HandlerContext): Promise<void> {
  const now = services.clock.now()
  const ago = (ms: number): Date => new Date(now.getTime() - ms)
  const { pages, saves, changes, audit } = productStore(store)
  await pages.purgeRecycledBefore(ago(limits.recycleDays * DAY_MS))
  await loginsIn(store).sweep(now, ago(limits.sessionIdleMs))
  await mailLinksIn(store).sweep(now)
  await saves.sweep(ago(limits.saveReceiptMs))
  await changes.prune(limits.changesShown)
  await failedJobsIn(store).sweep(ago(limits.failedJobDays * DAY_MS))
  await audit.sweep(ago(auditLimits.days * DAY_MS))
}

/** Sweeps unless that was done within the last minute: anybody may request it. */
export async function sweepIfDue(ctx: HandlerContext): Promise<void> {
  const { attempts } = wholeServices(ctx.services)
  const isFresh = (await attempts.count('sweep', SHORTEST_PAUSE_MS)) > 0
  // Only the first counted call proceeds; refused calls must not count, or they would postpone the next sweep.
  if (isFresh || (await attempts.add('sweep', SHORTEST_PAUSE_MS)) > 1) return
  await sweep(ctx)
}
