import { z } from 'zod'
import { failedJobsIn } from '../access/facts.ts'
import { DomainError } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import { command, query } from '../operation.ts'
import { id, nothing } from '../schema.ts'
import { adminList } from './admin-list.ts'

const figure = () => z.number().nullable()

/** State of the server, for site administrators. */
export const healthOperations = {
  read: query({
    summary:
      'How the server that answers has been in the last 24 hours, and the last errors of its log since its start, for ' +
      'site administrators. People, jobs, tasks and the size of the database are those of the whole site.',
    audience: 'admin',
    input: nothing(),
    output: z.object({
      /** Its host name and port. */
      server: z.string(),
      startedAt: z.date(),
      /** When the points begin, which may be before the start. */
      since: z.date(),
      /** False while this server keeps nothing new, because its disk is nearly full (DISK_RESERVE_MB). */
      hasRoom: z.boolean(),
      /** Null when this server has none (REDIS_URL). */
      redis: z
        .object({
          isReachable: z.boolean(),
          /** When that was noticed. */
          since: z.date(),
          /** Milliseconds; null while it is away. */
          roundTripMs: figure(),
        })
        .nullable(),
      /** Oldest first; figures that were not measured are null. */
      points: z.array(
        z.object({
          at: z.date(),
          calls: z.number(),
          /** Calls that failed because of the server. */
          faults: z.number(),
          /** Milliseconds. */
          medianMs: figure(),
          /** The 95th percentile. */
          slowMs: figure(),
          peopleActive: figure(),
          jobsWaiting: figure(),
          jobsFailed: figure(),
          tasksRunning: figure(),
          databaseBytes: figure(),
          memoryBytes: figure(),
          freeBytes: figure(),
          /** Share of articles and menus found in the cache, in percent. */
          articlesInMemory: figure(),
          menusInMemory: figure(),
        }),
      ),
      /** Calls that took a second or longer: the slowest of each hour, slowest first. */
      slowCalls: z.array(
        z.object({
          at: z.date(),
          /** `{group}.{name}`, or the pattern of an address. */
          operation: z.string(),
          /** HTTP status code. */
          status: z.number(),
          ms: z.number(),
          requestId: z.string(),
        }),
      ),
      /** Newest first, without their content. */
      errors: z.array(z.object({ at: z.date(), said: z.string(), kind: z.string(), requestId: z.string() })),
    }),
    example: {},
    async run({ services }) {
      const { health, disk } = wholeServices(services)
      const [points, redis] = await Promise.all([health.history(), health.redis()])
      return {
        server: health.server,
        startedAt: health.startedAt,
        since: health.since(),
        hasRoom: await disk.hasRoom(),
        redis,
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
          /** Null for one that will run again and has not been picked up yet. */
          failedAt: z.date().nullable(),
        }),
      ),
      total: z.number(),
    }),
    example: { page: 1, count: 7 },
    async run({ store }, paging) {
      const { list, total } = await failedJobsIn(store).list(paging)
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
      if (!(await failedJobsIn(ctx.store).runAgain(jobId))) throw new DomainError('notFound')
      ctx.audit({ action: 'job.runAgain', object: { kind: 'job', id: jobId } })
      return {}
    },
  }),
}

const REASON_LENGTH = 500
