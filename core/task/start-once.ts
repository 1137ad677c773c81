import type { AuditNote } from '../audit/entry.ts'
import type { CommandContext } from '../context.ts'
import { startTask } from './start-task.ts'
import { taskUnderWay } from './task-under-way.ts'

/**
 * Starts a task, or returns the one of its kind that is already running: two concurrent calls start one.
 * @param note what is put on record of a start; null for a task that only looks
 */
export async function startOnce(
  ctx: CommandContext,
  kind: string,
  note: AuditNote | null = null,
): Promise<{ taskId: number }> {
  await ctx.store.settings.hold(kind)
  const underWay = await taskUnderWay(ctx, kind)
  if (underWay !== null) return { taskId: underWay }
  if (note) ctx.audit(note)
  return { taskId: await startTask(ctx, kind, {}) }
}
