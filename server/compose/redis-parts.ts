import type { BullJobs } from '#adapters/jobs/bull/bull-jobs.ts'
import type { RedisSurroundings } from '#adapters/jobs/bull/redis-connections.ts'
import type { JobSurroundings } from '#adapters/jobs/job-loop.ts'
import { SystemClock } from '#adapters/system/clock.ts'
import type { RedisLink } from '#adapters/system/redis-link.ts'
import type { Log } from '#core/ports/surroundings.ts'
import type { Config } from '../config.ts'

/** What works with Redis. */
export interface RedisParts {
  readonly link: RedisLink
  jobRunner(surroundings: JobSurroundings & RedisSurroundings): BullJobs
}

/** Loaded only where a Redis is configured: its libraries are a quarter of all modules of a start. Otherwise null. */
export async function redisPartsOf({ REDIS_URL: url }: Config, log: Log): Promise<RedisParts | null> {
  if (!url) return null
  const { RedisLink } = await import('#adapters/system/redis-link.ts')
  const { BullJobs } = await import('#adapters/jobs/bull/bull-jobs.ts')
  const link = new RedisLink(url, { clock: new SystemClock(), log })
  return {
    link,
    jobRunner: (surroundings) => new BullJobs(url, { ...surroundings, report: (error) => link.report(error) }),
  }
}
