import { afterAnswers } from '#adapters/system/after-answers.ts'
import { DomainError, isRefusal, PASSING } from '#core/errors.ts'
import { messageOf } from '#core/message-of.ts'
import type { OwnParts } from '#core/open-store.ts'
import type { OwnTime } from '#core/own-time.ts'
import { RunAborted } from '#core/ports/jobs.ts'
import type { PluginFailure, PluginPart, PluginReason } from '#core/ports/plugins.ts'
import type { Clock } from '#core/ports/surroundings.ts'
import { partInEnglish, reasonInEnglish } from '#core/site/plugin-reasons.ts'
import { TooLate, withinTime } from '#core/within-time.ts'
import { asPlugin } from './plugin-calls.ts'
import { MeasuredTime, type OwnTimeLimits } from './measured-time.ts'

export interface GuardLimits {
  /** Time limit for one call into a plugin. */
  readonly callMs: number
  /** After this many errors within an hour, a plugin is switched off. */
  readonly errorsPerHour: number
}
export const GUARD_LIMITS: GuardLimits = { callMs: 5_000, errorsPerHour: 5 }

/** How long work of a plugin may keep a transaction open without using it, and how long with all it does in it. */
export const HELD_MS = 3_000
export const HOLDING_MS = 60_000

const HOUR_MS = 3_600_000
/** A call that hangs holds others up, which an error does not: three of them switch a plugin off, a single one does not. */
const ERRORS_PER_HANG = 2
const weightOf = ({ how }: PluginFailure): number => (how === 'hang' || how === 'block' ? ERRORS_PER_HANG : 1)

/** Told by work that is limited by its silence. */
export interface Stirring {
  goesOn(): void
  /** From now on until it goes on, it waits for somebody else, whose time is limited elsewhere. */
  waits(): void
}

/** Waits for `work` as long as it keeps reporting activity: only silence is limited to `silentMs`. */
async function withinSilence<T>(what: string, silentMs: number, work: (stirring: Stirring) => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const fail = (): void => reject(new Error(`${what} stood still for ${silentMs} ms`))
  let timer = setTimeout(fail, silentMs)
  let isOver = false
  const waits = (): void => clearTimeout(timer)
  const goesOn = (): void => {
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(fail, silentMs)
  }
  try {
    return await Promise.race([work({ goesOn, waits }), late])
  } finally {
    isOver = true
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
  /** What the plugin may use because it has it itself. */
  ownParts: OwnParts
  #failures: readonly PluginFailure[] = []
  #offBecause: PluginReason | null = null
  #switchingOff = new AbortController()

  /**
   * @param tell is called with the reason when the plugin is switched off
   * @param warn is called when a call is given up, or a part of it is not called for a while
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
    this.ownParts = { pluginId: id, jobs: new Set(), tasks: new Set() }
    this.#clock = clock
    this.#limits = limits
    this.#tell = tell
  }

  /** Time limit for one call. */
  get callMs(): number {
    return this.#limits.callMs
  }
  get isOff(): boolean {
    return this.#offBecause !== null
  }
  /** Why the plugin is switched off; null while it is on. */
  get offBecause(): PluginReason | null {
    return this.#offBecause
  }
  /** Within the last hour, the latest last. */
  get failures(): readonly PluginFailure[] {
    const limit = this.#clock.now().getTime() - HOUR_MS
    return this.#failures.filter(({ at }) => at.getTime() > limit)
  }
  switchOff(reason: PluginReason): void {
    this.#offBecause = reason
    this.#tell(reasonInEnglish(reason))
    this.#switchingOff.abort(new RunAborted('switchedOff', `the plugin ${this.#id} was switched off`))
  }
  /** Forgets its failures. */
  switchOn(): void {
    if (this.isOff) this.#switchingOff = new AbortController()
    this.#offBecause = null
    this.#failures = []
    this.#hangTimes.clear()
  }

  /** Counts a failure that no call of the server has shown. */
  noteFailure({ how, part, problem }: Omit<PluginFailure, 'at'>): void {
    // Its timers go on, and could fail for ever.
    if (this.isOff) return
    const failure = { how, part, problem, at: this.#clock.now() }
    this.#failures = [...this.failures, failure]
    const weight = this.#failures.reduce((sum, each) => sum + weightOf(each), 0)
    if (weight < this.#limits.errorsPerHour) return
    this.switchOff({ kind: 'failures', count: this.#failures.length, last: failure })
  }

  /**
   * Runs `work` and counts a failure. @throws Error naming the plugin, so that the surrounding transaction rolls back
   */
  async counted<T>(part: PluginPart, work: (time: OwnTime) => Promise<T>): Promise<T> {
    try {
      return await this.#begunLate(part, HELD_MS, work)
    } catch (error) {
      this.#count(part, error)
      throw this.#failed(part, error)
    }
  }

  /**
   * The same without counting. Its transaction may stay unused for the whole time of a call: most work reads its settings
   * before it calls another server, and what is given up is done again, which would never end. @throws TooLate
   */
  delivered<T>(part: PluginPart, work: (time: OwnTime) => Promise<T>): Promise<T> {
    return this.#begunLate(part, Math.max(HELD_MS, this.#limits.callMs), work)
  }

  /** The transaction of the work begins with its first statement. */
  async #begunLate<T>(part: PluginPart, heldMs: number, work: (time: OwnTime) => Promise<T>): Promise<T> {
    const time = new MeasuredTime(this.#nameOf(part), { limitMs: this.#limits.callMs, heldMs, allMs: HOLDING_MS })
    try {
      return await time.heldOnceUsed(() => asPlugin(this.#id, () => work(time)))
    } finally {
      time.end()
    }
  }

  /** Counts synchronous work. */
  countedNow<T>(part: PluginPart, work: () => T): T {
    try {
      return asPlugin(this.#id, work)
    } catch (error) {
      this.#count(part, error)
      throw this.#failed(part, error)
    }
  }

  /**
   * Runs an operation, and counts it when its own time is up; its errors are not counted, because callers cause them.
   * One for which the product took too long is given up as well.
   * @throws DomainError pluginHangs
   */
  async operated<T>(part: PluginPart, limits: OwnTimeLimits, work: (time: MeasuredTime) => Promise<T>): Promise<T> {
    const begunAt = this.#clock.now().getTime()
    const time = new MeasuredTime(this.#nameOf(part), limits)
    try {
      return await time.limited(() => asPlugin(this.#id, () => work(time)))
    } catch (error) {
      const { over } = time
      if (!over) throw error
      this.#warn(`${over.message}, and was given up`)
      // Calls under way at once may be held up by something outside the plugin: they count as one.
      if (begunAt >= (this.#lastHangOf(part) ?? 0)) this.#count(part, over)
      throw new DomainError('pluginHangs', { plugin: this.#id })
    } finally {
      time.end()
    }
  }
  #lastHangOf({ kind, name }: PluginPart): number | undefined {
    return this.failures
      .findLast(({ how, part }) => how === 'hang' && part.kind === kind && part.name === name)
      ?.at.getTime()
  }

  /**
   * Calls a contributed function, which may be synchronous or not. Refusals are passed on and not counted: they are
   * meant for callers, who must not be able to switch a plugin off.
   * @param limitMs null for the default limit
   */
  contributed<T>(part: PluginPart, limitMs: number | null, work: () => T): T {
    const failed = (error: unknown): unknown => {
      if (isRefusal(error)) return error
      this.#count(part, error)
      return this.#failed(part, error)
    }
    try {
      const given = asPlugin(this.#id, work)
      if (!isAwaited(given)) return given
      const inTime = withinTime(partInEnglish(part), limitMs ?? this.#limits.callMs, async () => given)
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
  unlessResting<T>(part: PluginPart, hangMs: number, work: () => T): T {
    if (this.restsUntil(part) !== null) throw new DomainError('notAvailable')
    const begunAt = this.#clock.now().getTime()
    const given = asPlugin(this.#id, work)
    if (isAwaited(given)) {
      const ended = afterAnswers(hangMs, () => this.#noteHang(part, begunAt))
      given.then(ended, ended)
    }
    return given
  }
  /** When it is called again that has hung too often; null while it is called. */
  restsUntil(part: PluginPart): Date | null {
    const decisive = this.#hangsOf(part).at(-MOST_HANGS)
    return decisive === undefined ? null : new Date(decisive + HOUR_MS)
  }
  #hangsOf(part: PluginPart): readonly number[] {
    const limit = this.#clock.now().getTime() - HOUR_MS
    return (this.#hangTimes.get(partInEnglish(part)) ?? []).filter((time) => time > limit)
  }
  #noteHang(part: PluginPart, begunAt: number): void {
    // Calls under way at once may be held up by something outside the plugin: they count as one.
    if (begunAt < (this.#hangsOf(part).at(-1) ?? 0)) return
    this.#hangTimes.set(partInEnglish(part), [...this.#hangsOf(part), this.#clock.now().getTime()])
    const until = this.restsUntil(part)
    if (until) this.#warn(`${this.#nameOf(part)} took too long and is not called until ${until.toISOString()}`)
  }

  /**
   * Runs work with a limit of its own: counts its failure or timeout, and waits until it has really ended. Errors after
   * it was told to stop for another reason are not counted.
   */
  async watched(part: PluginPart, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const tooLate = (): boolean => signal.reason instanceof RunAborted && signal.reason.why === 'outOfTime'
    const count = (): void => {
      if (tooLate()) this.#count(part, signal.reason)
    }
    signal.addEventListener('abort', count, { once: true })
    try {
      await asPlugin(this.#id, work)
    } catch (error) {
      if (!signal.aborted) this.#count(part, error)
      throw this.#failed(part, error)
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
      return await asPlugin(this.#id, () => work(ending.signal))
    } finally {
      off.removeEventListener('abort', end)
    }
  }

  /** Runs `work` that the core limits itself. */
  named<T>(work: () => T): T {
    return asPlugin(this.#id, work)
  }

  /** Runs `work` without counting: for calls caused by callers, who must not be able to switch a plugin off. */
  async timed<T>(part: PluginPart, work: () => Promise<T>): Promise<T> {
    return withinTime(this.#nameOf(part), this.#limits.callMs, () => asPlugin(this.#id, work))
  }

  /** The same for work that may take long, e.g. reading a stream. */
  async stirring<T>(part: PluginPart, work: (stirring: Stirring) => Promise<T>): Promise<T> {
    return withinSilence(this.#nameOf(part), this.#limits.callMs, (stirring) =>
      asPlugin(this.#id, () => work(stirring)),
    )
  }

  #nameOf(part: PluginPart): string {
    return `${partInEnglish(part)} of the plugin ${this.#id}`
  }
  #failed(part: PluginPart, cause: unknown): Error {
    return new Error(`${this.#nameOf(part)} failed`, { cause })
  }

  #count(part: PluginPart, error: unknown): void {
    // Neither conflicts with concurrent transactions nor a slow database are the plugin's fault.
    if (isRefusal(error) && PASSING.has(error.kind)) return
    if (error instanceof TooLate && error.isOfProduct) return
    this.noteFailure({ how: error instanceof TooLate ? 'hang' : 'error', part, problem: messageOf(error) })
  }
}
