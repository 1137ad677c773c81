import { Redis } from 'ioredis'
import type { Log } from '#core/ports/surroundings.ts'
import { reasonIn } from './reason.ts'

const COMMAND_MS = 1_000
const LONGEST_RECONNECT_MS = 10_000
const SILENCE_MS = 60_000
/** How long an unresponsive Redis is not asked again: a login must not wait for it several times. */
const REST_MS = 2_000

/** What several servers share in Redis. If Redis does not answer quickly, the work is done without it (threats T6). */
export class RedisLink {
  readonly prefix: string
  readonly #redis: Redis
  readonly #log: Log
  /** For the log. */
  readonly #server: string
  #restUntil = 0
  #silentUntil = 0

  /** `prefix` separates the keys of several products on one Redis. */
  constructor(url: string, log: Log, prefix = 'octavo') {
    this.prefix = prefix
    this.#log = log
    this.#server = `redis at ${new URL(url).host} (REDIS_URL)`
    this.#redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      connectTimeout: COMMAND_MS,
      commandTimeout: COMMAND_MS,
      retryStrategy: (times) => Math.min(100 * 2 ** Math.min(times, 10), LONGEST_RECONNECT_MS),
    })
    this.#redis.on('error', (error) => this.report(error))
  }

  /** Does the work on Redis, or `without` it when there is no answer within a second. */
  async do<T>(work: (redis: Redis) => Promise<T>, without: () => Promise<T>): Promise<T> {
    if (this.#redis.status !== 'ready' || performance.now() < this.#restUntil) return without()
    try {
      return await work(this.#redis)
    } catch (error) {
      this.#restUntil = performance.now() + REST_MS
      this.report(error)
      return without()
    }
  }

  close(): void {
    this.#redis.disconnect()
  }

  /** Logs it at most once a minute, however often Redis fails, and whichever part notices. */
  report(error: unknown): void {
    const now = performance.now()
    if (now < this.#silentUntil) return
    this.#silentUntil = now + SILENCE_MS
    this.#log.warn(
      `${this.#server} does not answer: ${reasonIn(error)}; jobs, failed logins and captchas are kept in this process meanwhile`,
    )
  }
}

/** @throws Error with the reason why it does not answer */
export async function pingRedis(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: COMMAND_MS, retryStrategy: () => null })
  let failure: unknown = null
  redis.on('error', (error) => (failure ??= error))
  try {
    await redis.connect()
    await redis.ping()
  } catch (cause) {
    throw new Error(`redis at ${new URL(url).host} does not answer: ${reasonIn(failure ?? cause)}`, { cause })
  } finally {
    redis.disconnect()
  }
}
