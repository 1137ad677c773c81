import { requireLogin } from '../access/doors.ts'
import { tasksIn } from '../access/facts.ts'
import { callerIn } from '../actor.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { ListedTask } from '../ports/tasks.ts'
import { isGone } from './task.ts'

/**
 * A task started by the caller, or by anybody for an administrator. Other tasks are refused as if they did not exist.
 * @throws DomainError loginRequired | notFound
 */
export async function openTask(ctx: Context, taskId: number): Promise<ListedTask> {
  const callerId = requireLogin(ctx)
  const task = await tasksIn(ctx.store).byId(taskId)
  const isOpen = task?.startedById === callerId || isAdministrator(ctx)
  if (!task || !isOpen || isGone(task, ctx.services.clock.now())) throw new DomainError('notFound')
  return task
}

export function isAdministrator(ctx: Pick<Context, 'actor' | 'session'>): boolean {
  const actor = callerIn(ctx)
  return actor.kind === 'user' && actor.isAdmin
}
