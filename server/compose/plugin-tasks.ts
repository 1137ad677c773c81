import { asWorkOf } from '#adapters/system/work-under-way.ts'
import { coreTasks } from '#core/contributions.ts'
import { contribute, type Contribution } from '#core/extension.ts'
import type { Product } from '#core/perform.ts'
import type { Plugin } from '#core/plugin.ts'
import type { JobHandler } from '#core/ports/jobs.ts'
import { taskKinds, type NamedTaskKind } from '#core/task/kind.ts'
import { runTask, taskIdIn, type TaskHost } from '#core/task/run-task.ts'
import { jobOf } from '#core/task/start-task.ts'
import { RUN_TIMES, type RunTimes } from '#core/task/task-run.ts'
import { undeclaredIn } from '../refusals.ts'
import { explainer } from '../rest/errors.ts'
import { taskTitle } from './plugin-checks.ts'

const kindsOf = (plugins: readonly Plugin[]): readonly NamedTaskKind[] =>
  plugins.flatMap(({ tasks = {}, messages }) =>
    Object.entries(tasks).map(([name, kind]) => ({
      ...kind,
      name,
      titles: { en: taskTitle(messages?.en, name) ?? name, 'zh-cn': taskTitle(messages?.['zh-cn'], name) ?? name },
    })),
  )

/** Registers the tasks of these plugins for `startTask`. */
export const taskKindsOf = (plugins: readonly Plugin[]): readonly Contribution[] =>
  kindsOf(plugins).map((kind) => contribute(taskKinds, kind))

export function taskHost(plugins: readonly Plugin[], product: Product, times: RunTimes = RUN_TIMES): TaskHost {
  const explain = explainer(plugins)
  return {
    product,
    times,
    explain(refusal, language) {
      const undeclared = undeclaredIn(refusal, explain)
      if (undeclared) product.services.log.error('a task failed', undeclared)
      return explain(refusal, language).message
    },
  }
}

/** The jobs that run the tasks of the core and these plugins, by name. */
export const taskJobs = (plugins: readonly Plugin[], host: TaskHost): ReadonlyMap<string, JobHandler> =>
  new Map(
    [...kindsOf(plugins), ...coreTasks].map((kind) => [
      jobOf(kind.name),
      {
        limitMs: kind.limitMs,
        isLong: true,
        run: (payload, { signal }) => asWorkOf(`task ${taskIdIn(payload)}`, () => runTask(host, kind, payload, signal)),
      },
    ]),
  )
