import { z } from 'zod'
import type { Context } from '../context.ts'
import type { ListedTask } from '../ports/tasks.ts'
import { id } from '../schema.ts'
import { kindNamed } from './start-task.ts'

export const TaskView = z.object({
  taskId: id(),
  kind: z.string(),
  title: z.string(),
  /** Who is stopping was cancelled while it ran. */
  state: z.enum(['waiting', 'running', 'stopping', 'done', 'failed', 'cancelled']),
  done: z.number(),
  /** 0 when it is not known how much there is to do. */
  of: z.number(),
  what: z.string(),
  /** Why it failed; '' unless it did. */
  failure: z.string(),
  resultText: z.string(),
  /** Where in the product the result can be seen; '' for nowhere. */
  resultPath: z.string(),
  /** Of the file that came of it; '' when there is none. */
  fileName: z.string(),
  fileBytes: z.number(),
  fileUrl: z.string(),
  /** Who started it. */
  username: z.string(),
  startedAt: z.date(),
  /** Left out while it has not ended. */
  endedAt: z.date().optional(),
})

export function taskView(ctx: Context, task: ListedTask): z.input<typeof TaskView> {
  const { language } = ctx.session
  const { progress, result, endedAt } = task
  return {
    taskId: task.id,
    kind: task.kind,
    title: kindNamed(ctx, task.kind)?.titles[language] ?? task.kind,
    state: task.state === 'running' && task.cancelledAt !== null ? 'stopping' : task.state,
    done: progress.done,
    of: progress.of ?? 0,
    what: progress.what,
    failure: task.failure?.[language] ?? '',
    resultText: result?.text ?? '',
    resultPath: result?.path ?? '',
    fileName: result?.file?.name ?? '',
    fileBytes: result?.file?.bytes ?? 0,
    fileUrl: result?.file ? `/api/task/result?task_id=${task.id}` : '',
    username: task.username,
    startedAt: task.startedAt,
    ...(endedAt && { endedAt }),
  }
}
