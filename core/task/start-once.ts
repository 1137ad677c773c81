import type { CommandContext } from '../context.ts'
import { startTask } from './start-task.ts'
import { taskUnderWay } from './task-under-way.ts'

/** Starts a task, or returns the one of its kind that is already running: two concurrent calls start one. */
export async function startOnce(ctx: CommandContext, kind: string): Promise<{ taskId: number }> {
  await ctx.store.settings.hold(kind)
  return { taskId: (await taskUnderWay(ctx, kind)) ?? (await startTask(ctx, kind, {})) }
}
