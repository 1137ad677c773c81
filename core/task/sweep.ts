import { tasksIn } from '../access/facts.ts'
import type { HandlerContext } from '../context.ts'
import { DomainError, type ErrorKind } from '../errors.ts'
import { lastKeptEnd } from './task.ts'
import { taskKinds } from './kind.ts'
import type { TaskHost } from './run-task.ts'
import { wholeServices } from '../open-services.ts'

export const TASK_SWEEP_JOB = 'task.sweep'

/** Deletes expired tasks, and ends those that no job will run any more. */
export async function sweepTasks({ store, services }: HandlerContext, explain: TaskHost['explain']): Promise<void> {
  const now = services.clock.now()
  const failure = (kind: ErrorKind) => {
    const reason = new DomainError(kind)
    return { en: explain(reason, 'en'), 'zh-cn': explain(reason, 'zh-cn') }
  }
  await tasksIn(store).sweep(lastKeptEnd(now))
  await tasksIn(store).failOrphans(failure('taskInterrupted'), now)
  // A plugin that is gone or off; another server that has it would have begun by now.
  const known = wholeServices(services)
    .extensions(taskKinds)
    .map(({ name }) => name)
  await tasksIn(store).failUnknown(known, failure('notAvailable'), now)
}
