import type { HandlerContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { lastKeptEnd } from './task.ts'
import type { TaskHost } from './run-task.ts'

export const TASK_SWEEP_JOB = 'task.sweep'

/** Deletes expired tasks, and ends those that no job will run any more. */
export async function sweepTasks({ store, services }: HandlerContext, explain: TaskHost['explain']): Promise<void> {
  const now = services.clock.now()
  const reason = new DomainError('taskInterrupted')
  await store.tasks.sweep(lastKeptEnd(now))
  await store.tasks.failOrphans({ en: explain(reason, 'en'), 'zh-cn': explain(reason, 'zh-cn') }, now)
}
