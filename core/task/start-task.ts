import { requireLogin } from '../access/doors.ts'
import type { CommandContext, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { taskKinds, type NamedTaskKind } from './kind.ts'
import { taskLimits } from './task-limits.ts'

/** The name of the jobs that run tasks of this kind, which no plugin can give to its own. */
export const jobOf = (kind: string): string => `task:${kind}`

/** Keeps a second job of one task from being made; the database finds tasks without jobs by it. */
const onceOf = (taskId: number): string => `task:${taskId}`

/** Null when nothing here runs tasks of this name. */
export const kindNamed = ({ services }: Pick<Context, 'services'>, name: string): NamedTaskKind | null =>
  services.extensions(taskKinds).find((kind) => kind.name === name) ?? null

/**
 * Starts a task in the caller's name: its row and its job are written in the transaction of the operation. An operation
 * that answers `taskId` has the web show the task at once.
 * @returns the task's id
 * @throws DomainError loginRequired; tooMany when the caller has too many that did not end
 */
export async function startTask(ctx: CommandContext, name: string, input: object): Promise<number> {
  const startedById = requireLogin(ctx)
  const kind = kindNamed(ctx, name)
  if (!kind) throw new Error(`there is no kind of task named ${name}`)
  kind.input.parse(input)
  const started = {
    kind: name,
    startedById,
    language: ctx.session.language,
    input,
    startedAt: ctx.services.clock.now(),
  }
  const task = await ctx.store.tasks.insert(started, taskLimits.perPerson)
  if (!task) throw new DomainError('tooMany', { limit: taskLimits.perPerson })
  await ctx.store.jobs.enqueue(jobOf(name), { taskId: task.id }, { once: onceOf(task.id) })
  return task.id
}
