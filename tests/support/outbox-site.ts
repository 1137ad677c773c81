import type { OpenDatabase } from '#adapters/database/open.ts'
import { coreOperations } from '#core/operations.ts'
import type { Plugin } from '#core/plugin.ts'
import { notesKept, outboxJobs } from '#server/compose/plugin-outbox.ts'
import { site, type Site, type SiteOptions } from '#tests/rest/harness.ts'

/** A site with a plugin that receives facts through its outbox; they wait there until delivered. */
export interface OutboxSite extends Site {
  /** Runs the waiting jobs of the outbox, including failed ones. @returns how many succeeded */
  deliver(): Promise<number>
}

export async function outboxSite(plugin: Plugin, options: SiteOptions = {}): Promise<OutboxSite> {
  const here = await site({
    operations: { ...coreOperations, ...plugin.operations },
    within: [notesKept([plugin])],
    contributes: plugin.contributes ?? [],
    ...options,
  })
  const { jobTable } = here.world.product.database as OpenDatabase
  const jobs = outboxJobs([plugin], here.world.product)
  // Each delivery takes place after the lease of the previous one.
  let laterMs = 0
  return {
    ...here,
    async deliver() {
      let delivered = 0
      for (const { id, attempts, name, payload } of await jobTable.claim(
        new Date(Date.now() + (laterMs += 10_000)),
        1_000,
        1_000,
      )) {
        try {
          await jobs.get(name)?.run(payload, { signal: new AbortController().signal })
        } catch {
          continue
        }
        await jobTable.complete({ id, attempts })
        delivered += 1
      }
      return delivered
    },
  }
}
