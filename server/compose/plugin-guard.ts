import { afterAnswers } from '#adapters/system/after-answers.ts'
import { DomainError, isRefusal, PASSING } from '#core/errors.ts'
import { RunAborted } from '#core/ports/jobs.ts'
import type { Clock } from '#core/ports/surroundings.ts'
import { TooLate, withinTime } from '#core/within-time.ts'

export interface GuardLimits {
  /** Time limit for one call into a plugin. */
  readonly callMs: number
  /** After this many errors within an hour, a plugin is switched off. */
  readonly errorsPerHour: number
}
export const GUARD_LIMITS: GuardLimits = { callMs: 5_000, errorsPerHour: 5 }

/** The error, on one line. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const HOUR_MS = 3_600_000
/** A call that hangs holds others up, which an error does not: three of them switch a plugin off, a single one does not. */
const ERRORS_PER_HANG = 2

/** Waits for `work` as long as it keeps reporting activity: only silence is limited to `silentMs`. */
async function withinSilence<T>(what: string, silentMs: number, work: (goesOn: () => void) => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${what} stood still for ${silentMs} ms`)), silentMs)
  try {
    return await Promise.race([work(() => void timer.refresh()), late])
  } finally {
    clearTimeout(timer)
  }
}

/** After this many hangs within an hour, what hangs is not called until the hour has passed. */
const MOST_HANGS = 3

const isAwaited = (given: unknown): given is PromiseLike<unknown> =>
  typeof given === 'object' && given !== null && 'then' in given && typeof given.then === 'function'

/**
 * Wraps all calls into one plugin: they are timed, errors are counted, and too many switch the plugin off (threats G1).
 */
export class PluginGuard {
  readonly #id: string
  readonly #clock: Clock
  readonly #limits: GuardLimits
  readonly #tell: (reason: string) => void
  readonly #warn: (message: string) => void
  /** When calls hung that do not switch the plugin off, in milliseconds since 1970, by what was called. */
  readonly #hangTimes = new Map<string, readonly number[]>()
  #errorTimes: readonly number[] = []
  #offBecause: string | null = null
  #switchingOff = new AbortController()

  /**
   * @param tell is called with the reason when the plugin is switched off
   * @param warn is called when a part of it is not called for a while
   */
  constructor(
    id: string,
    clock: Clock,
    limits: GuardLimits,
    tell: (reason: string) => void,
    warn: (message: string) => void = () => undefined,
  ) {
    this.#warn = warn
    this.#id = id
    this.#clock = clock
    this.#limits = limits
    this.#tell = tell
  }

  get isOff(): boolean {
    return this.#offBecause !== null
  }
  /** Why the plugin is switched off; null while it is on. */
  get offBecause(): string | null {
    return this.#offBecause
  }
  switchOff(reason: string): void {
    this.#offBecause = reason
    this.#tell(reason)
    this.#switchingOff.abort(new RunAborted('switchedOff', `the plugin ${this.#id} was switched off`))
  }
  /** Resets its errors. */
  switchOn(): void {
    if (this.isOff) this.#switchingOff = new AbortController()
    this.#offBecause = null
    this.#errorTimes = []
    this.#hangTimes.clear()
  }

  /**
   * Runs `work` and counts a failure. @throws Error naming the plugin, so that the surrounding transaction rolls back
   */
  async counted<T>(what: string, work: () => Promise<T>): Promise<T> {
    try {
      return await this.timed(what, work)
    } catch (error) {
      this.#count(error)
      throw new Error(`${what} of the plugin ${this.#id} failed`, { cause: error })
    }
  }

  /** The same for synchronous work. */
  countedNow<T>(what: string, work: () => T): T {
    try {
      return work()
    } catch (error) {
      this.#count(error)
      throw new Error(`${what} of the plugin ${this.#id} failed`, { cause: error })
    }
  }

  /**
   * Calls a contributed function, which may be synchronous or not. Refusals are passed on and not counted: they are
   * meant for callers, who must not be able to switch a plugin off.
   * @param limitMs null for the default limit
   */
  contributed<T>(what: string, limitMs: number | null, work: () => T): T {
    const failed = (error: unknown): unknown => {
      if (isRefusal(error)) return error
      this.#count(error)
      return new Error(`${what} of the plugin ${this.#id} failed`, { cause: error })
    }
    try {
      const given = work()
      if (!isAwaited(given)) return given
      const inTime = withinTime(what, limitMs ?? this.#limits.callMs, async () => given)
      // The caller gets a promise of the same type.
      return inTime.catch((error: unknown) => Promise.reject(failed(error) as Error)) as T
    } catch (error) {
      throw failed(error)
    }
  }

  /**
   * Calls something whose failures do not count, and for which others wait no longer than `hangMs`.
   * @throws DomainError notAvailable while it rests
   */
  unlessResting<T>(what: string, hangMs: number, work: () => T): T {
    if (this.restsUntil(what) !== null) throw new DomainError('notAvailable')
    const begunAt = this.#clock.now().getTime()
    const given = work()
    if (isAwaited(given)) {
      const ended = afterAnswers(hangMs, () => this.#noteHang(what, begunAt))
      given.then(ended, ended)
    }
    return given
  }
  /** When it is called again that has hung too often; null while it is called. */
  restsUntil(what: string): Date | null {
    const decisive = this.#hangsOf(what).at(-MOST_HANGS)
    return decisive === undefined ? null : new Date(decisive + HOUR_MS)
  }
  #hangsOf(what: string): readonly number[] {
    const limit = this.#clock.now().getTime() - HOUR_MS
    return (this.#hangTimes.get(what) ?? []).filter((time) => time > limit)
  }
  #noteHang(what: string, begunAt: number): void {
    // Calls under way at once may be held up by something outside the plugin: they count as one.
    if (begunAt < (this.#hangsOf(what).at(-1) ?? 0)) return
    this.#hangTimes.set(what, [...this.#hangsOf(what), this.#clock.now().getTime()])
    const until = this.restsUntil(what)
    if (until)
      this.#warn(`${what} of the plugin ${this.#id} took too long and is not called until ${until.toISOString()}`)
  }

  /**
   * Runs work with a limit of its own: counts its failure or timeout, and waits until it has really ended. Errors after
   * it was told to stop for another reason are not counted.
   */
  async watched(what: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const tooLate = (): boolean => signal.reason instanceof RunAborted && signal.reason.why === 'outOfTime'
    const count = (): void => {
      if (tooLate()) this.#count(signal.reason)
    }
    signal.addEventListener('abort', count, { once: true })
    try {
      await work()
    } catch (error) {
      if (!signal.aborted) this.#count(error)
      throw new Error(`${what} of the plugin ${this.#id} failed`, { cause: error })
    } finally {
      signal.removeEventListener('abort', count)
    }
  }

  /** Runs long work, which is told to stop when the signal fires, or when the plugin is switched off. */
  async untilOff<T>(given: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const ending = new AbortController()
    const off = this.#switchingOff.signal
    const end = (): void => ending.abort(given.aborted ? given.reason : off.reason)
    if (given.aborted || off.aborted) end()
    given.addEventListener('abort', end, { once: true })
    off.addEventListener('abort', end, { once: true })
    try {
      return await work(ending.signal)
    } finally {
      off.removeEventListener('abort', end)
    }
  }

  /** Runs `work` without counting: for calls caused by callers, who must not be able to switch a plugin off. */
  async timed<T>(what: string, work: () => Promise<T>, limitMs = this.#limits.callMs): Promise<T> {
    return withinTime(`${what} of the plugin ${this.#id}`, limitMs, work)
  }

  /** The same for work that may take long, e.g. reading a stream. */
  async stirring<T>(what: string, work: (goesOn: () => void) => Promise<T>): Promise<T> {
    return withinSilence(`${what} of the plugin ${this.#id}`, this.#limits.callMs, work)
  }

  #count(error: unknown): void {
    // Conflicts with concurrent transactions are not the plugin's fault.
    if (isRefusal(error) && PASSING.has(error.kind)) return
    const now = this.#clock.now().getTime()
    const isHang = error instanceof TooLate
    const times = Array.from({ length: isHang ? ERRORS_PER_HANG : 1 }, () => now)
    this.#errorTimes = [...this.#errorTimes.filter((time) => time > now - HOUR_MS), ...times]
    if (this.isOff || this.#errorTimes.length < this.#limits.errorsPerHour) return
    const what = isHang ? 'calls that took too long' : `${this.#errorTimes.length} errors`
    this.switchOff(`switched off after ${what}; the last: ${reasonOf(error)}`)
  }
}
