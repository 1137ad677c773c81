import { z } from 'zod'
import { requireLogin } from '../access/doors.ts'
import { tasksIn } from '../access/facts.ts'
import { DomainError } from '../errors.ts'
import { command, query } from '../operation.ts'
import { download, id, nothing } from '../schema.ts'
import { withSchema } from '../schema-owners.ts'
import { isAdministrator, openTask } from './open-task.ts'
import { downloadOfResult } from './result.ts'
import { kindNamed } from './start-task.ts'
import { taskLimits } from './task-limits.ts'
import { lastKeptEnd, TASK_STATES } from './task.ts'
import { TaskView, taskView } from './views.ts'

const TaskNamed = z.object({ taskId: id() })

export const taskOperations = {
  list: query({
    summary: "The caller's tasks that run or ended within a day, newest first; everybody's for site administrators.",
    audience: 'user',
    input: z.object({
      /** Only for site administrators. */
      everybody: z.boolean().default(false),
      /** All states if left out; a task being stopped is still running. */
      state: z.enum(TASK_STATES).optional(),
      page: z.number().int().min(1).max(1_000_000).default(1),
      count: z.number().int().min(1).max(1000).default(taskLimits.listed),
    }),
    output: z.object({ list: z.array(TaskView), total: z.number() }),
    example: {},
    async run(ctx, { everybody, state = null, page, count }) {
      const callerId = requireLogin(ctx)
      if (everybody && !isAdministrator(ctx)) throw new DomainError('notAllowed')
      const endedAfter = lastKeptEnd(ctx.services.clock.now())
      const filter = { startedById: everybody ? null : callerId, endedAfter, state }
      const { list, total } = await tasksIn(ctx.store).list(filter, { page, count })
      return { list: list.map((task) => taskView(ctx, task)), total }
    },
  }),

  status: query({
    summary: 'How far a task is and what came of it, for whoever started it and site administrators.',
    audience: 'user',
    input: TaskNamed,
    output: TaskView,
    example: { taskId: 1 },
    run: async (ctx, { taskId }) => taskView(ctx, await openTask(ctx, taskId)),
  }),

  cancel: command({
    summary: 'Ends a task before its time; one that runs ends a little later, and one that has ended stays as it is.',
    audience: 'user',
    needsNoRoom: true,
    input: TaskNamed,
    output: TaskView,
    example: { taskId: 1 },
    async run(ctx, { taskId }) {
      await openTask(ctx, taskId)
      await tasksIn(ctx.store).cancel(taskId, ctx.services.clock.now())
      return taskView(ctx, await openTask(ctx, taskId))
    },
  }),

  dismiss: command({
    summary: 'Takes a task that has ended off the list.',
    audience: 'user',
    needsNoRoom: true,
    input: TaskNamed,
    output: nothing(),
    example: { taskId: 1 },
    async run(ctx, { taskId }) {
      await openTask(ctx, taskId)
      await tasksIn(ctx.store).dismiss(taskId)
      return {}
    },
  }),

  result: query({
    summary: 'The file that came of a task, for a day, for whoever started it and site administrators.',
    audience: 'user',
    input: TaskNamed,
    output: download(),
    restOnly: true,
    async run(ctx, { taskId }) {
      const task = await openTask(ctx, taskId)
      const kind = kindNamed(ctx, task.kind)
      if (task.startedById === requireLogin(ctx)) {
        const input = kind && withSchema(kind.input, () => kind.input.safeParse(task.input))
        // Only the kind can tell whether the person still may have it, unless it is of another version by now.
        if (!input?.success && task.result?.file) throw new DomainError('notAvailable')
        if (input?.success) await kind?.requireResult?.(ctx, input.data)
      }
      return downloadOfResult(ctx, task)
    },
  }),
}
