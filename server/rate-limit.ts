import type { WriteLimit } from '#core/ports/surroundings.ts'
import type { Config } from './config.ts'

const WINDOW_MS = 60_000
const ADDRESSES_KEPT = 50_000

/** Counts requests per address, or another key, over a sliding minute. */
export class RateLimit {
  readonly #perMinute: number
  #windowStart = 0
  #before = new Map<string, number>()
  #current = new Map<string, number>()

  /** `perMinute` 0 disables the limit. */
  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /**
   * Counts a request that consists of this many calls; `nowMs` never decreases. @returns false when the limit is
   * exceeded
   */
  admits(address: string, nowMs: number, calls = 1): boolean {
    if (this.#perMinute === 0) return true
    this.#moveWindow(nowMs)
    const count = (this.#current.get(address) ?? 0) + calls
    // Very many addresses at once are an attack on memory; further ones are not counted.
    if (this.#current.size < ADDRESSES_KEPT || count > calls) this.#current.set(address, count)
    const shareOfBefore = 1 - (nowMs - this.#windowStart) / WINDOW_MS
    return count + (this.#before.get(address) ?? 0) * shareOfBefore <= this.#perMinute
  }

  #moveWindow(nowMs: number): void {
    const age = nowMs - this.#windowStart
    if (age < WINDOW_MS) return
    this.#before = age < 2 * WINDOW_MS ? this.#current : new Map()
    this.#current = new Map()
    this.#windowStart = age < 2 * WINDOW_MS ? this.#windowStart + WINDOW_MS : nowMs
  }
}

/** Counts the changes made by each person. */
export class WriteRate implements WriteLimit {
  readonly #limit: RateLimit

  constructor({ RATE_LIMIT, WRITE_LIMIT }: Pick<Config, 'RATE_LIMIT' | 'WRITE_LIMIT'>) {
    this.#limit = new RateLimit(RATE_LIMIT === 0 ? 0 : WRITE_LIMIT)
  }
  admits(userId: number): boolean {
    return this.#limit.admits(String(userId), performance.now())
  }
}
