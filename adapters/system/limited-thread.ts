import { Worker } from 'node:worker_threads'
import { watchSteps, type ThreadStep } from '#core/processor-time.ts'

/** Posted by a script once it can take orders. Its start does not count towards the time of the first one. */
export const READY = 'ready'

export interface ThreadLimits<Order> {
  /**
   * How long the thread may work on the order or sleep over it; 10 seconds when left out. Time in which the thread waits
   * for the processor does not count, here or below.
   */
  limitMs?(order: Order): number
  /** How long an order may wait for the thread's work on those before it; for ever when left out. */
  readonly longestWaitMs?: number
  /** Smaller orders go first, equal ones in order of arrival; without it, all in order of arrival. */
  sizeOf?(order: Order): number
  /** Passed to the script as `workerData`. */
  readonly told?: unknown
  /** Called with each order that was given up while the thread worked on it. */
  onGivenUp(order: Order, reason: string): void
  /** Called with waiting orders when one was given up: if false, they are given up as well, without a report. */
  isStillWanted?(order: Order): boolean
}

/**
 * The outcome of an order. It `waited` when its turn did not come in time; then it is unknown how long it would take.
 */
export type Outcome<Answer> = { readonly answer: Answer } | { readonly givenUp: 'failed' | 'waited' }

interface Waiting<Order, Answer> {
  readonly order: Order
  readonly size: number
  readonly outcome: PromiseWithResolvers<Outcome<Answer>>
  /** Told the time that the thread worked or slept while it worked on this order or the order waited for it. */
  readonly passed: (ms: number) => void
  waitedMs: number
  isDecided: boolean
}

const LIMIT_MS = 10_000
/** Shorter than for other threads, because others wait for this one. */
const LONGEST_SILENCE_MS = 10_000
/** The most small orders sent to the thread at once; otherwise it would wait for the next one after each of them. */
const MOST_SENT = 8
const LARGEST_SENT = 8_000
const MEMORY_LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 }
/** For typed arrays and buffers, which the limits of the heap do not include. */
const MOST_BUFFER_BYTES = 512 * 1024 * 1024
const MEASURED_EVERY_MS = 100

/**
 * Work in a separate thread, one order after the other. An order that takes too long, or ends the thread by an error or
 * its memory use, is given up; the following ones go to a new thread. The script posts `READY`, and then answers each
 * message with one.
 */
export class LimitedThread<Order, Answer> {
  readonly #script: URL
  readonly #limits: ThreadLimits<Order>
  /** Sent to the thread, which works on the first one. */
  readonly #sent: Waiting<Order, Answer>[] = []
  readonly #waiting: Waiting<Order, Answer>[] = []
  #thread: Worker | null = null
  #isReady = false
  /** What the thread did for the first order; null until a step has begun after it became the first. */
  #spentMs: number | null = null
  /** Runs while the thread works on an order. */
  #stopMeasuring: (() => void) | null = null

  constructor(script: URL, limits: ThreadLimits<Order>) {
    this.#script = script
    this.#limits = limits
  }

  /** @param passed told the time that the ready thread works or sleeps until the outcome is known */
  ask(order: Order, passed: (ms: number) => void = () => undefined): Promise<Outcome<Answer>> {
    const size = this.#limits.sizeOf?.(order) ?? 0
    const waiting: Waiting<Order, Answer> = {
      order,
      size,
      outcome: Promise.withResolvers(),
      passed,
      waitedMs: 0,
      isDecided: false,
    }
    this.#thread ??= this.#started()
    const before = this.#waiting.findLastIndex((other) => other.size <= size)
    this.#waiting.splice(before + 1, 0, waiting)
    if (this.#stopMeasuring === null) this.#measureFirst()
    this.#send()
    return waiting.outcome.promise
  }

  /** Ends the thread, when nobody waits for an answer any more. The next order starts another one. */
  async end(): Promise<void> {
    const thread = this.#thread
    this.#thread = null
    await thread?.terminate()
  }

  #started(): Worker {
    const thread = new Worker(this.#script, { resourceLimits: MEMORY_LIMITS, workerData: this.#limits.told })
    this.#isReady = false
    // A message of an abandoned thread belongs to an order that was answered already.
    const heard = (hear: () => void) => {
      if (thread === this.#thread) hear()
    }
    thread.on('message', (message: Answer | typeof READY) =>
      heard(() => (message === READY ? this.#begin() : this.#answerFirst(message))),
    )
    thread.on('error', (error) => heard(() => this.#giveUp(error.message)))
    thread.on('exit', () => heard(() => this.#giveUp('ended the thread')))
    // The thread keeps the process alive while an order is waiting, not while an answer is possible. Listening for
    // messages keeps it alive, so this comes last.
    thread.unref()
    return thread
  }

  #begin(): void {
    this.#isReady = true
    this.#measureFirst()
    this.#send()
  }

  /** Sends more orders to the thread. */
  #send(): void {
    if (!this.#isReady) return
    for (;;) {
      const [next] = this.#waiting
      if (!next || this.#sent.length >= MOST_SENT) return
      const size = this.#sent.reduce((sum, sent) => sum + sent.size, next.size)
      if (this.#sent.length > 0 && size > LARGEST_SENT) return
      this.#waiting.shift()
      this.#thread?.postMessage(next.order, [])
      if (this.#sent.push(next) === 1) this.#measureFirst()
    }
  }

  #measureFirst(): void {
    const thread = this.#thread
    if (thread === null || (this.#sent.length === 0 && this.#waiting.length === 0)) this.#endMeasuring()
    else if (this.#stopMeasuring !== null) this.#spentMs = null
    else {
      this.#spentMs = 0
      this.#stopMeasuring = this.#measured(thread)
    }
  }

  #measured(thread: Worker): () => void {
    const stopSteps = watchSteps(
      thread,
      { step: (step) => this.#passStep(thread, step), nothing: () => this.#giveUp('took too long') },
      LONGEST_SILENCE_MS,
    )
    const memory = setInterval(() => void this.#measureMemory(), MEASURED_EVERY_MS)
    return () => {
      stopSteps()
      clearInterval(memory)
    }
  }

  #passStep(thread: Worker, { workedMs, sleptMs }: ThreadStep): void {
    if (this.#isReady) for (const { passed } of [...this.#sent, ...this.#waiting]) passed(workedMs + sleptMs)
    this.#endWaits(workedMs + sleptMs)
    // A part of the step in which it became the first belongs to the one before.
    this.#spentMs = this.#spentMs === null ? 0 : this.#spentMs + workedMs + sleptMs
    const [first] = this.#isReady ? this.#sent : this.#waiting
    if (!first || this.#spentMs < this.#limitOf(first)) return
    // Its answer may have come while this thread was busy.
    void setImmediate(() => {
      if (thread === this.#thread && first === (this.#isReady ? this.#sent : this.#waiting)[0])
        this.#giveUp('took too long')
    })
  }

  /** A thread that does not even start is given up as well. */
  #limitOf({ order }: Waiting<Order, Answer>): number {
    return (this.#isReady ? this.#limits.limitMs?.(order) : null) ?? LIMIT_MS
  }

  #endWaits(passedMs: number): void {
    const { longestWaitMs } = this.#limits
    // A thread that is still starting has no orders.
    if (longestWaitMs === undefined || !this.#isReady) return
    for (const waiting of [...this.#sent.slice(1), ...this.#waiting]) {
      waiting.waitedMs += passedMs
      if (waiting.isDecided || waiting.waitedMs < longestWaitMs) continue
      const at = this.#waiting.indexOf(waiting)
      if (at >= 0) this.#waiting.splice(at, 1)
      decide(waiting, { givenUp: 'waited' })
    }
  }

  async #measureMemory(): Promise<void> {
    const thread = this.#thread
    // Nothing can be measured in a thread that has just ended.
    const heap = await thread?.getHeapStatistics().catch(() => null)
    if (heap && thread === this.#thread && heap.external_memory > MOST_BUFFER_BYTES)
      this.#giveUp('took too much memory')
  }

  #endMeasuring(): void {
    this.#stopMeasuring?.()
    this.#stopMeasuring = null
  }

  #answerFirst(answer: Answer): void {
    const first = this.#sent.shift()
    if (first) decide(first, { answer })
    this.#measureFirst()
    this.#send()
  }

  #giveUp(reason: string): void {
    void this.#thread?.terminate()
    this.#thread = null
    this.#isReady = false
    this.#endMeasuring()
    const first = this.#sent.shift() ?? this.#waiting.shift()
    if (!first) return
    this.#limits.onGivenUp(first.order, reason)
    decide(first, { givenUp: 'failed' })
    for (const waiting of [...this.#sent.splice(0), ...this.#waiting.splice(0)]) {
      if (waiting.isDecided) continue
      if (this.#limits.isStillWanted?.(waiting.order) ?? true) this.#waiting.push(waiting)
      else decide(waiting, { givenUp: 'failed' })
    }
    if (this.#waiting.length === 0) return
    this.#thread = this.#started()
    this.#measureFirst()
  }
}

function decide<Answer>(waiting: Waiting<unknown, Answer>, outcome: Outcome<Answer>): void {
  waiting.isDecided = true
  waiting.outcome.resolve(outcome)
}
