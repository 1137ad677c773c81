import { jobsIn, tasksIn } from '../access/facts.ts'
import { requireLogin } from '../access/doors.ts'
import type { CommandContext, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import { requireOwnTask } from '../open-store.ts'
import { withSchema } from '../schema-owners.ts'
import { taskKinds, type NamedTaskKind } from './kind.ts'
import { taskLimits } from './task-limits.ts'

/** The job name for tasks of this kind, which plugins cannot use for their own jobs. */
export const jobOf = (kind: string): string => `task:${kind}`

/** Prevents a second job for the same task; the database uses it to find tasks without jobs. */
const onceOf = (taskId: number): string => `task:${taskId}`

/** Null when no running code handles tasks of this name. */
export const kindNamed = ({ services }: Pick<Context, 'services'>, name: string): NamedTaskKind | null =>
  wholeServices(services)
    .extensions(taskKinds)
    .find((kind) => kind.name === name) ?? null

/**
 * Starts a task as the caller: its row and its job are written in the transaction of the operation. If an operation
 * returns `taskId`, the web shows the task immediately.
 * @returns the task's id
 * @throws Error for a plugin, when the task is not its own; DomainError loginRequired; tooMany when the caller has too many unfinished tasks
 */
export async function startTask(ctx: CommandContext, name: string, input: object): Promise<number> {
  // Read once: an object could give another one each time.
  const { store } = ctx
  requireOwnTask(store, name)
  const startedById = requireLogin(ctx)
  const kind = kindNamed(ctx, name)
  if (!kind) throw new Error(`there is no kind of task named ${name}`)
  withSchema(kind.input, () => kind.input.parse(input))
  const started = {
    kind: name,
    startedById,
    language: ctx.session.language,
    input,
    startedAt: ctx.services.clock.now(),
  }
  const task = await tasksIn(store).insert(started, taskLimits.perPerson)
  if (!task) throw new DomainError('tooMany', { limit: taskLimits.perPerson })
  await jobsIn(store).enqueue(jobOf(name), { taskId: task.id }, { once: onceOf(task.id) })
  return task.id
}
