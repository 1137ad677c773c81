import type { OwnTime } from '#core/own-time.ts'
import { TooLate } from '#core/within-time.ts'
import { asProduct } from './plugin-calls.ts'

export interface OwnTimeLimits {
  /** In total. */
  readonly limitMs: number
  /** At a stretch, while a transaction is open for the work: it keeps a connection, of which the embedded database has one. */
  readonly heldMs: number
  /** With the product's work for it; null without a limit. */
  readonly allMs: number | null
}

/**
 * The time is counted in steps and not taken from a clock, so that the work is not blamed when another plugin's loop or a
 * sleeping machine stops the server.
 */
const STEP_MS = 250

/** Measures the own time of one call into a plugin. Made when the call begins; `end` it. */
export class MeasuredTime implements OwnTime {
  readonly #limits: OwnTimeLimits
  readonly #what: string
  readonly #ended = Promise.withResolvers<never>()
  #error: TooLate | null = null
  #timer: NodeJS.Timeout
  /** How much of the product's work is being waited for. */
  #asides = 0
  /** Transactions that are open for the work. */
  #held = 0
  /** Whether a transaction begins with its first statement. */
  #isHeldOnceUsed = false
  #ownMs = 0
  #allMs = 0
  /** Since the product last did something for the work. */
  #stillMs = 0

  constructor(what: string, limits: OwnTimeLimits) {
    this.#what = what
    this.#limits = limits
    this.#timer = setTimeout(() => this.#step(), STEP_MS)
    // Nobody may be waiting any more.
    this.#ended.promise.catch(() => undefined)
  }

  // An async function: what rejects its promise is the caller's, who may have forgotten it.
  async aside<T>(work: () => Promise<T>, usesDatabase = true): Promise<T> {
    this.assertLeft()
    if (usesDatabase && this.#isHeldOnceUsed) {
      this.#isHeldOnceUsed = false
      this.#held += 1
    }
    this.#asides += 1
    try {
      return await asProduct(work)
    } finally {
      this.#asides -= 1
      this.#stillMs = 0
    }
  }

  /** What happened when the time was up; null before. */
  get over(): TooLate | null {
    return this.#error
  }

  assertLeft(): void {
    if (this.#error) throw this.#error
  }

  /** Waits for the work, at most until the time is up. @throws TooLate */
  async limited<T>(work: () => Promise<T>): Promise<T> {
    this.assertLeft()
    return Promise.race([work(), this.#ended.promise])
  }

  /** The same for work with a transaction of its own. */
  async held<T>(work: () => Promise<T>): Promise<T> {
    this.#held += 1
    this.#stillMs = 0
    try {
      return await this.limited(work)
    } finally {
      this.#held -= 1
    }
  }

  /** The same for work with a transaction that begins with its first statement. */
  heldOnceUsed<T>(work: () => Promise<T>): Promise<T> {
    this.#isHeldOnceUsed = true
    return this.limited(work)
  }

  /** Work of its own, with an open transaction, within work of the product that is done aside. */
  async ofItsOwn<T>(work: () => Promise<T>): Promise<T> {
    this.#asides -= 1
    try {
      return await this.held(work)
    } finally {
      this.#asides += 1
    }
  }

  /** The call has ended. What it has started and not waited for goes on, unless its time was up. */
  end(): void {
    clearTimeout(this.#timer)
  }

  #step(): void {
    if (this.#asides === 0) {
      this.#ownMs += STEP_MS
      this.#stillMs += STEP_MS
    }
    this.#allMs += STEP_MS
    const { limitMs, heldMs, allMs } = this.#limits
    if (this.#ownMs >= limitMs) return this.#give(`took longer than ${limitMs} ms`)
    if (allMs !== null && this.#allMs >= allMs)
      return this.#give(`took longer than ${allMs} ms`, this.#ownMs < this.#allMs / 2)
    if (this.#held > 0 && this.#stillMs >= heldMs)
      return this.#give(`held the database for ${heldMs} ms without using it`)
    this.#timer = setTimeout(() => this.#step(), STEP_MS)
  }

  #give(why: string, isOfProduct = false): void {
    this.#error = new TooLate(`${this.#what} ${why}`, isOfProduct)
    this.#ended.reject(this.#error)
  }
}
