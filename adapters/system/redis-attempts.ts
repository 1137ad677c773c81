import { createHash, randomUUID } from 'node:crypto'
import type { Allowance, Attempts, Turn } from '#core/ports/login.ts'
import type { Clock } from '#core/ports/surroundings.ts'
import type { RedisLink } from './redis-link.ts'

const TRIES_KEPT = 1_000
/** The same as in memory (`attempts.ts`): returns 1 and the count, or 0 and the remaining pause. */
const TAKE = `
  local now, window, free, rest, longest = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
  redis.call('zremrangebyscore', KEYS[1], '-inf', now - window)
  local count = redis.call('zcard', KEYS[1])
  if count >= free then
    local last = tonumber(redis.call('zrange', KEYS[1], -1, -1, 'withscores')[2] or '0')
    local left = last + math.min(rest * 2 ^ math.min(count - free, 30), longest) - now
    if left > 0 then return {0, math.ceil(left)} end
  end
  redis.call('zadd', KEYS[1], now, ARGV[6])
  redis.call('zremrangebyrank', KEYS[1], 0, -tonumber(ARGV[7]) - 1)
  redis.call('pexpire', KEYS[1], window)
  return {1, redis.call('zcard', KEYS[1])}`

/**
 * Counts shared by all servers of a site: a sorted set of instants for each key. Every attempt is counted in memory as
 * well, so that counting continues there when Redis is unreachable.
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

  async take(key: string, allowance: Allowance): Promise<Turn> {
    const { windowMs, free, restMs, longestRestMs } = allowance
    const [place, name, now] = [this.#place(key), randomUUID(), this.#clock.now().getTime()]
    return this.#link.do(
      async (redis) => {
        const most = Math.min(free, Number.MAX_SAFE_INTEGER)
        const answer = await redis.eval(TAKE, 1, place, now, windowMs, most, restMs, longestRestMs, name, TRIES_KEPT)
        const [isGiven, number] = answer as readonly [number, number]
        if (isGiven === 0) return { isGiven: false, restMs: number }
        // For the time when Redis is unreachable.
        await this.#memory.add(key, windowMs)
        const giveBack = () =>
          this.#link.do(
            async (still) => void (await still.zrem(place, name)),
            async () => undefined,
          )
        return { isGiven: true, count: number, giveBack }
      },
      () => this.#memory.take(key, allowance),
    )
  }

  async clear(key: string): Promise<void> {
    await this.#memory.clear(key)
    await this.#link.do(
      async (redis) => void (await redis.del(this.#place(key))),
      async () => undefined,
    )
  }

  // Names and addresses of people are not stored in Redis, and keys have a fixed length.
  #place(key: string): string {
    return `${this.#link.prefix}:attempts:${createHash('sha256').update(key).digest('base64url')}`
  }
}
