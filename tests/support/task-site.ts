import type { OpenDatabase } from '#adapters/database/open.ts'
import { EmbeddedJobs } from '#adapters/jobs/embedded/embedded-jobs.ts'
import { coreOperations } from '#core/operations.ts'
import type { Operation } from '#core/operation.ts'
import type { Plugin } from '#core/plugin.ts'
import type { JobRunner } from '#core/ports/jobs.ts'
import { taskHost, taskJobs, taskKindsOf } from '#server/compose/plugin-tasks.ts'
import { FAST, surroundingsOf } from '#tests/contracts/jobs.ts'
import { site, type Site, type SiteOptions } from '#tests/rest/harness.ts'
import type { Person } from './people.ts'

const TIMES = { beatMs: 20, progressMs: 5, patienceMs: 100 }

/** A site with a plugin of tasks, which run once there is a runner. */
export interface TaskSite extends Site {
  readonly database: OpenDatabase
  /** Starts a runner, on this connection or on one of another server; stopped with the site. */
  run(database?: OpenDatabase): Promise<JobRunner>
  /** @returns the id of the task */
  start(person: Person, kind: string, input?: object): Promise<number>
}

export async function taskSite(plugin: Plugin, options: SiteOptions = {}): Promise<TaskSite> {
  const here = await site({
    operations: { ...coreOperations, ...plugin.operations },
    contributes: taskKindsOf([plugin]),
    plugins: [plugin],
    ...options,
  })
  const { product } = here.world
  const database = product.database as OpenDatabase
  const runners: JobRunner[] = []
  // The types of plugin operations are not known here.
  const starting = plugin.operations?.['numbers']?.['start'] as Operation
  return {
    ...here,
    database,
    async run(own = database) {
      const runner = new EmbeddedJobs(surroundingsOf(own), { ...FAST, stopMs: 200 })
      runners.push(runner)
      await runner.start(taskJobs([plugin], taskHost([plugin], { ...product, database: own }, TIMES)), [])
      return runner
    },
    start: async (person, kind, input = {}) =>
      ((await person.do(starting, { kind, ...input })) as { readonly taskId: number }).taskId,
    async close() {
      await Promise.all(runners.map((runner) => runner.stop()))
      await here.close()
    },
  }
}
