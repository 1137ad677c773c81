import { Redis } from 'ioredis'
import type { RedisState } from '#core/ports/health.ts'
import type { Clock, Log } from '#core/ports/surroundings.ts'
import { withinTime } from '#core/within-time.ts'
import { reasonIn } from './reason.ts'
import { RedisOutage } from './redis-outage.ts'

const COMMAND_MS = 1_000
/** For a connection and an answer. */
const PING_MS = 3_000
const LONGEST_RECONNECT_MS = 10_000
const SILENCE_MS = 60_000
/** How often a Redis that did not answer is asked whether it does again; nobody else waits for it meanwhile. */
const ASK_AGAIN_MS = 2_000

export interface RedisSite {
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

/** What several servers share in Redis. If Redis does not answer quickly, the work is done without it (threats T6). */
export class RedisLink {
  readonly prefix: string
  readonly #redis: Redis
  readonly #log: Pick<Log, 'warn'>
  /** For the log. */
  readonly #server: string
  readonly #outage: RedisOutage
  /** Set while it does not answer. */
  #askingAgain: NodeJS.Timeout | null = null
  #silentUntil = 0
  #looking: Promise<RedisState> | null = null

  /** `prefix` separates the keys of several products on one Redis. */
  constructor(url: string, { clock, log }: RedisSite, prefix = 'octavo') {
    this.prefix = prefix
    this.#log = log
    this.#server = `redis at ${new URL(url).host} (REDIS_URL)`
    this.#outage = new RedisOutage(this.#server, clock, log)
    this.#redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      connectTimeout: COMMAND_MS,
      commandTimeout: COMMAND_MS,
      retryStrategy: (times) => Math.min(100 * 2 ** Math.min(times, 10), LONGEST_RECONNECT_MS),
    })
    this.#redis.on('error', (error) => this.#outage.lost(error))
    this.#redis.on('close', () => this.#outage.cut())
    this.#redis.on('ready', () => this.#outage.found())
  }

  /**
   * Does the work on Redis, or `without` it when there is no answer within a second, and from then on until it has
   * answered this link itself: of all who come while it hangs, only the first ones wait.
   */
  async do<T>(work: (redis: Redis) => Promise<T>, without: () => Promise<T>): Promise<T> {
    if (this.#redis.status !== 'ready' || this.#askingAgain !== null) return without()
    try {
      return await work(this.#redis)
    } catch (error) {
      this.#rest()
      this.report(error)
      return without()
    }
  }

  /** Asks Redis for a sign of life, once for all who want to know at the same time; without one in a second it is away. */
  look(): Promise<RedisState> {
    this.#looking ??= this.#look().finally(() => (this.#looking = null))
    return this.#looking
  }

  close(): void {
    clearTimeout(this.#askingAgain ?? undefined)
    this.#redis.disconnect()
  }

  /**
   * Called for a failure of whatever uses this Redis. Other connections may notice the end of an outage later, so this
   * one looks itself whether it is away.
   */
  report(error: unknown): void {
    if (isOfConnection(error)) return void this.look()
    const now = performance.now()
    if (now < this.#silentUntil) return
    this.#silentUntil = now + SILENCE_MS
    this.#log.warn(
      `${this.#server} refuses: ${reasonIn(error)}; what it does not take is kept in this process meanwhile`,
    )
  }

  #rest(): void {
    this.#askingAgain ??= setTimeout(() => void this.#askAgain(), ASK_AGAIN_MS).unref()
  }

  async #askAgain(): Promise<void> {
    const { roundTripMs } = await this.look()
    this.#askingAgain = null
    // A connection that is opened anew is asked by the library.
    if (roundTripMs === null && this.#redis.status === 'ready') this.#rest()
  }

  async #look(): Promise<RedisState> {
    if (this.#redis.status !== 'ready') return { ...this.#outage.state, roundTripMs: null }
    const begun = performance.now()
    try {
      await this.#redis.ping()
    } catch (error) {
      this.#rest()
      this.#outage.lost(error)
      return { ...this.#outage.state, roundTripMs: null }
    }
    this.#outage.found()
    return { ...this.#outage.state, roundTripMs: performance.now() - begun }
  }
}

/** @throws Error with the reason why it does not answer */
export async function pingRedis(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: COMMAND_MS, retryStrategy: () => null })
  let failure: unknown = null
  redis.on('error', (error) => (failure ??= error))
  try {
    await withinTime('the answer', PING_MS, async () => {
      await redis.connect()
      await redis.ping()
    })
  } catch (cause) {
    throw new Error(`redis at ${new URL(url).host} does not answer: ${reasonIn(failure ?? cause)}`, { cause })
  } finally {
    redis.disconnect()
  }
}

/** Errors of the network and of the library, unlike those that Redis answers with. */
const isOfConnection = (error: unknown): boolean =>
  error instanceof Error && ('code' in error || OF_CONNECTION.test(error.message))
const OF_CONNECTION =
  /Command timed out|Connection is closed|Stream isn't writeable|max retries per request|connection close/
