import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { command, query } from '../operation.ts'
import { id, nothing } from '../schema.ts'
import { adminList } from './admin-list.ts'

const figure = () => z.number().nullable()

/** How a server is, for administrators of the site. */
export const healthOperations = {
  read: query({
    summary:
      'How the server that answers has been since its start, of the last 24 hours at most, and the last errors of its ' +
      'log, for site administrators. People, jobs, tasks and the size of the database are those of the whole site.',
    audience: 'admin',
    input: nothing(),
    output: z.object({
      startedAt: z.date(),
      /** The oldest first; figures nobody could say are null. */
      points: z.array(
        z.object({
          at: z.date(),
          calls: z.number(),
          /** Calls that ended with a fault of the server. */
          faults: z.number(),
          /** Milliseconds. */
          medianMs: figure(),
          /** 95 of a hundred calls took no longer. */
          slowMs: figure(),
          peopleActive: figure(),
          jobsWaiting: figure(),
          jobsFailed: figure(),
          tasksRunning: figure(),
          databaseBytes: figure(),
          memoryBytes: figure(),
          freeBytes: figure(),
          /** Of a hundred articles and menus that were asked for, how many were at hand. */
          articlesInMemory: figure(),
          menusInMemory: figure(),
        }),
      ),
      /** Calls that took a second or longer, the slowest of each hour, the slowest first. */
      slowCalls: z.array(
        z.object({
          at: z.date(),
          /** `{group}.{name}`, or the pattern of an address. */
          operation: z.string(),
          /** As HTTP says it. */
          status: z.number(),
          ms: z.number(),
          requestId: z.string(),
        }),
      ),
      /** The newest first, without what they were about. */
      errors: z.array(z.object({ at: z.date(), said: z.string(), kind: z.string(), requestId: z.string() })),
    }),
    example: {},
    async run({ services: { health } }) {
      const points = await health.history()
      return {
        startedAt: health.startedAt,
        points: [...points],
        slowCalls: [...health.slowCalls()],
        errors: [...health.errors()],
      }
    },
  }),

  failedJobs: query({
    summary: 'Jobs that were given up, those that failed last first, for site administrators.',
    audience: 'admin',
    input: z.object(adminList()),
    output: z.object({
      jobs: z.array(
        z.object({
          jobId: z.number(),
          name: z.string(),
          attempts: z.number(),
          /** In English, for operators. */
          reason: z.string(),
          /** Null for one that is to run again and that no server has taken yet. */
          failedAt: z.date().nullable(),
        }),
      ),
      total: z.number(),
    }),
    example: { page: 1, count: 7 },
    async run({ store }, paging) {
      const { list, total } = await store.failedJobs.list(paging)
      const jobs = list.map(({ id: jobId, reason, ...job }) => ({
        ...job,
        jobId,
        reason: reason.slice(0, REASON_LENGTH),
      }))
      return { jobs, total }
    },
  }),

  runAgain: command({
    summary: 'Has a job that was given up run once more, for site administrators.',
    audience: 'admin',
    needsNoRoom: true,
    input: z.object({ jobId: id() }),
    output: nothing(),
    example: { jobId: 5 },
    async run(ctx, { jobId }) {
      if (!(await ctx.store.failedJobs.runAgain(jobId))) throw new DomainError('notFound')
      ctx.audit({ action: 'job.runAgain', object: { kind: 'job', id: jobId } })
      return {}
    },
  }),
}

const REASON_LENGTH = 500
