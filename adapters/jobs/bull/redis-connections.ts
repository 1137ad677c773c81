import { Redis, type RedisOptions } from 'ioredis'
import type { Clock, Log } from '#core/ports/surroundings.ts'

export type RedisRole = 'client' | 'subscriber' | 'bclient'
const COMMAND_MS = 1_000
const LONGEST_RECONNECT_MS = 10_000
const SILENCE_MS = 60_000

export interface RedisSurroundings {
  readonly clock: Clock
  readonly log: Log
  /** Reports failures, unless another user of the same Redis reports them. */
  readonly report?: (error: unknown) => void
}

/**
 * The three connections Bull needs, configured so that an unavailable Redis neither ends nor blocks the process (R8).
 */
export class RedisConnections {
  readonly #url: string
  readonly #surroundings: RedisSurroundings
  readonly #open = new Map<RedisRole, Redis>()
  #silentUntil = 0
  #isClosed = false

  constructor(url: string, surroundings: RedisSurroundings) {
    this.#url = url
    this.#surroundings = surroundings
  }

  /** Always the same connection for a role. */
  of(role: RedisRole): Redis {
    const existing = this.#open.get(role)
    if (existing) return existing
    const redis = new Redis(this.#url, this.#optionsOf(role))
    redis.on('error', (error) => this.report(error))
    this.#open.set(role, redis)
    return redis
  }

  /** Logs at most once a minute, however often Redis fails. */
  report(error: unknown): void {
    if (this.#isClosed) return
    if (this.#surroundings.report) return this.#surroundings.report(error)
    const now = this.#surroundings.clock.now().getTime()
    if (now < this.#silentUntil) return
    this.#silentUntil = now + SILENCE_MS
    this.#surroundings.log.warn('redis does not answer; jobs run in this process meanwhile', { error: String(error) })
  }

  close(): void {
    this.#isClosed = true
    for (const redis of this.#open.values()) redis.disconnect()
  }

  /** Commands have a timeout; the other two connections wait for messages and must not have one. */
  #optionsOf(role: RedisRole): RedisOptions {
    const common: RedisOptions = {
      connectTimeout: COMMAND_MS,
      retryStrategy: (times) =>
        this.#isClosed ? null : Math.min(100 * 2 ** Math.min(times, 10), LONGEST_RECONNECT_MS),
    }
    return role === 'client'
      ? { ...common, enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: COMMAND_MS }
      : { ...common, enableReadyCheck: false, maxRetriesPerRequest: null }
  }
}
