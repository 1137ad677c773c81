import type { Allowance, Attempts, Turn } from '#core/ports/login.ts'
import type { Clock } from '#core/ports/surroundings.ts'

interface Tries {
  readonly windowMs: number
  /** Instants in milliseconds, oldest first. */
  readonly at: readonly number[]
}

/** Counts in the memory of this process. When there are too many, the least recently active keys are dropped. */
export class MemoryAttempts implements Attempts {
  readonly #clock: Clock
  readonly #keysKept: number
  readonly #triesKept: number
  // A map keeps the order of insertion; an updated key is moved to the end.
  readonly #tries = new Map<string, Tries>()

  constructor(clock: Clock, { keysKept = 100_000, triesKept = 1_000 } = {}) {
    this.#clock = clock
    this.#keysKept = keysKept
    this.#triesKept = triesKept
  }

  async count(key: string, windowMs: number): Promise<number> {
    const since = this.#clock.now().getTime() - windowMs
    return this.#tries.get(key)?.at.filter((at) => at > since).length ?? 0
  }

  async add(key: string, windowMs: number): Promise<number> {
    const now = this.#clock.now().getTime()
    const live = this.#tries.get(key)?.at.filter((at) => at > now - windowMs) ?? []
    const at = [...live, now].slice(-this.#triesKept)
    this.#tries.delete(key)
    this.#tries.set(key, { windowMs, at })
    if (this.#tries.size > this.#keysKept) this.#forget(now)
    return at.length
  }

  async take(key: string, { windowMs, free, restMs, longestRestMs }: Allowance): Promise<Turn> {
    const now = this.#clock.now().getTime()
    const live = this.#tries.get(key)?.at.filter((at) => at > now - windowMs) ?? []
    const rest = live.length < free ? 0 : Math.min(restMs * 2 ** Math.min(live.length - free, 30), longestRestMs)
    const left = (live.at(-1) ?? 0) + rest - now
    if (rest > 0 && left > 0) return { isGiven: false, restMs: left }
    const count = await this.add(key, windowMs)
    return { isGiven: true, count, giveBack: async () => this.#giveBack(key, now) }
  }

  async clear(key: string): Promise<void> {
    this.#tries.delete(key)
  }

  #giveBack(key: string, instant: number): void {
    const tries = this.#tries.get(key)
    const place = tries?.at.lastIndexOf(instant) ?? -1
    if (tries && place >= 0) this.#tries.set(key, { ...tries, at: tries.at.toSpliced(place, 1) })
  }

  #forget(now: number): void {
    for (const [key, { windowMs, at }] of this.#tries) if ((at.at(-1) ?? 0) <= now - windowMs) this.#tries.delete(key)
    for (const key of this.#tries.keys()) {
      if (this.#tries.size <= this.#keysKept * 0.9) return
      this.#tries.delete(key)
    }
  }
}
