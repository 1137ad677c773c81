import { createHash, randomUUID } from 'node:crypto'
import type { Attempts } from '#core/ports/login.ts'
import type { Clock } from '#core/ports/surroundings.ts'
import type { RedisLink } from './redis-link.ts'

const TRIES_KEPT = 1_000

/**
 * Counts that all servers of a site share: a sorted set of instants for each key. Every attempt is counted in memory as
 * well, so that a count goes on from there when Redis is gone.
 */
export class RedisAttempts implements Attempts {
  readonly #link: RedisLink
  readonly #clock: Clock
  readonly #memory: Attempts

  constructor(link: RedisLink, clock: Clock, memory: Attempts) {
    this.#link = link
    this.#clock = clock
    this.#memory = memory
  }

  async count(key: string, windowMs: number): Promise<number> {
    const since = this.#clock.now().getTime() - windowMs
    return this.#link.do(
      (redis) => redis.zcount(this.#place(key), `(${since}`, '+inf'),
      () => this.#memory.count(key, windowMs),
    )
  }

  async add(key: string, windowMs: number): Promise<number> {
    const own = await this.#memory.add(key, windowMs)
    const now = this.#clock.now().getTime()
    const place = this.#place(key)
    return this.#link.do(
      async (redis) => {
        const answers = await redis
          .multi()
          .zremrangebyscore(place, '-inf', now - windowMs)
          .zadd(place, now, randomUUID())
          .zremrangebyrank(place, 0, -TRIES_KEPT - 1)
          .zcard(place)
          .pexpire(place, windowMs)
          .exec()
        const [error, count] = answers?.[3] ?? []
        if (typeof count !== 'number') throw error ?? new Error('redis gave no count')
        return count
      },
      async () => own,
    )
  }

  async clear(key: string): Promise<void> {
    await this.#memory.clear(key)
    await this.#link.do(
      async (redis) => void (await redis.del(this.#place(key))),
      async () => undefined,
    )
  }

  // Names and addresses of people do not stand in Redis, and a key cannot be made long.
  #place(key: string): string {
    return `${this.#link.prefix}:attempts:${createHash('sha256').update(key).digest('base64url')}`
  }
}
