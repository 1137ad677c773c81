import { z } from 'zod'
import type { Context } from '../context.ts'
import { textFor } from '../language.ts'
import type { ListedTask } from '../ports/tasks.ts'
import { id } from '../schema.ts'
import { kindNamed } from './start-task.ts'

export const TaskView = z.object({
  taskId: id(),
  kind: z.string(),
  title: z.string(),
  /** Stopping means cancelled while running. */
  state: z.enum(['waiting', 'running', 'stopping', 'done', 'failed', 'cancelled']),
  done: z.number(),
  /** 0 when the total is unknown. */
  of: z.number(),
  what: z.string(),
  /** Why it failed; '' otherwise. */
  failure: z.string(),
  resultText: z.string(),
  /** Where in the product the result can be viewed; '' for nowhere. */
  resultPath: z.string(),
  /** Name of the result file; '' when there is none. */
  fileName: z.string(),
  fileBytes: z.number(),
  fileUrl: z.string(),
  /** The person who started it. */
  username: z.string(),
  startedAt: z.date(),
  /** Left out while it is unfinished. */
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
    what: textFor(language, progress.what),
    failure: task.failure?.[language] ?? '',
    resultText: textFor(language, result?.text ?? ''),
    resultPath: result?.path ?? '',
    fileName: result?.file?.name ?? '',
    fileBytes: result?.file?.bytes ?? 0,
    fileUrl: result?.file ? `/api/task/result?task_id=${task.id}` : '',
    username: task.username,
    startedAt: task.startedAt,
    ...(endedAt && { endedAt }),
  }
}
