import type { Clock } from '#core/ports/surroundings.ts'

export interface GuardLimits {
  /** How long one call into a plugin may take. */
  readonly callMs: number
  /** A plugin with this many errors within an hour is switched off. */
  readonly errorsPerHour: number
}
export const GUARD_LIMITS: GuardLimits = { callMs: 5_000, errorsPerHour: 5 }

/** What went wrong, on one line. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const HOUR_MS = 3_600_000

/** Waits for `work`, but not for ever. What hangs goes on hanging; only nobody waits for it any more. */
export async function withinTime<T>(what: string, callMs: number, work: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${what} took longer than ${callMs} ms`)), callMs)
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Stands between the product and one plugin: every call is timed, errors are counted, too many switch the plugin off (threats G1). */
export class PluginGuard {
  readonly #id: string
  readonly #clock: Clock
  readonly #limits: GuardLimits
  readonly #switchOff: (reason: string) => void
  #errorTimes: readonly number[] = []
  #isOff = false

  constructor(id: string, clock: Clock, limits: GuardLimits, switchOff: (reason: string) => void) {
    this.#id = id
    this.#clock = clock
    this.#limits = limits
    this.#switchOff = switchOff
  }

  get isOff(): boolean {
    return this.#isOff
  }

  /** Runs `work` and counts its failure. @throws Error naming the plugin, so that the transaction around it rolls back */
  async counted<T>(what: string, work: () => Promise<T>): Promise<T> {
    try {
      return await this.timed(what, work)
    } catch (error) {
      this.#count(error)
      throw new Error(`${what} of the plugin ${this.#id} failed`, { cause: error })
    }
  }

  /** The same for work that is done at once. */
  countedNow<T>(what: string, work: () => T): T {
    try {
      return work()
    } catch (error) {
      this.#count(error)
      throw new Error(`${what} of the plugin ${this.#id} failed`, { cause: error })
    }
  }

  /** Runs `work` without counting: for what callers provoke, who must not be able to switch a plugin off. */
  async timed<T>(what: string, work: () => Promise<T>): Promise<T> {
    return withinTime(`${what} of the plugin ${this.#id}`, this.#limits.callMs, work)
  }

  #count(error: unknown): void {
    const now = this.#clock.now().getTime()
    this.#errorTimes = [...this.#errorTimes.filter((time) => time > now - HOUR_MS), now]
    if (this.#isOff || this.#errorTimes.length < this.#limits.errorsPerHour) return
    this.#isOff = true
    this.#switchOff(`switched off after ${this.#errorTimes.length} errors; the last: ${reasonOf(error)}`)
  }
}
