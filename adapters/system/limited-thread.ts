import { Worker } from 'node:worker_threads'
import { afterAnswers } from './after-answers.ts'

/** Posted by a script once it can take orders. Its start does not count towards the time of the first one. */
export const READY = 'ready'

export interface ThreadLimits<Order> {
  /** The time limit of the order; 10 seconds when left out. */
  limitMs?(order: Order): number
  /** How long an order may wait for those before it; the same as its time limit when left out. */
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
  timer: NodeJS.Timeout | null
  isDecided: boolean
}

const LIMIT_MS = 10_000
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
  #limit: (() => void) | null = null
  /** Runs while the thread works on an order. */
  #measuring: NodeJS.Timeout | null = null

  constructor(script: URL, limits: ThreadLimits<Order>) {
    this.#script = script
    this.#limits = limits
  }

  ask(order: Order): Promise<Outcome<Answer>> {
    const size = this.#limits.sizeOf?.(order) ?? 0
    const waiting: Waiting<Order, Answer> = {
      order,
      size,
      outcome: Promise.withResolvers(),
      timer: null,
      isDecided: false,
    }
    this.#thread ??= this.#started()
    const before = this.#waiting.findLastIndex((other) => other.size <= size)
    this.#waiting.splice(before + 1, 0, waiting)
    this.#limitWaitOf(waiting)
    if (!this.#isReady && this.#limit === null) this.#limitFirst()
    this.#send()
    return waiting.outcome.promise
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
    // The thread keeps the process alive while an order is waiting, not while an answer is possible. Listening for
    // messages keeps it alive, so this comes last.
    thread.unref()
    return thread
  }

  #begin(): void {
    this.#isReady = true
    this.#limitFirst()
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
      if (this.#sent.push(next) === 1) this.#limitFirst()
    }
  }

  #limitFirst(): void {
    this.#limit?.()
    const [first] = this.#isReady ? this.#sent : this.#waiting
    // A thread that does not even start is given up as well.
    const limitMs = first && ((this.#isReady && this.#limits.limitMs?.(first.order)) || LIMIT_MS)
    this.#limit = limitMs === undefined ? null : afterAnswers(limitMs, () => this.#giveUp('took too long'))
    if (first === undefined) this.#stopMeasuring()
    else this.#measuring ??= setInterval(() => void this.#measure(), MEASURED_EVERY_MS)
  }

  async #measure(): Promise<void> {
    const thread = this.#thread
    // Nothing can be measured in a thread that has just ended.
    const heap = await thread?.getHeapStatistics().catch(() => null)
    if (heap && thread === this.#thread && heap.external_memory > MOST_BUFFER_BYTES)
      this.#giveUp('took too much memory')
  }

  #stopMeasuring(): void {
    if (this.#measuring) clearInterval(this.#measuring)
    this.#measuring = null
  }

  #limitWaitOf(waiting: Waiting<Order, Answer>): void {
    const { longestWaitMs } = this.#limits
    if (longestWaitMs === undefined) return
    waiting.timer = setTimeout(() => {
      // A thread that is still starting has no orders.
      if (!this.#isReady) return this.#limitWaitOf(waiting)
      if (waiting === this.#sent[0]) return
      const at = this.#waiting.indexOf(waiting)
      if (at >= 0) this.#waiting.splice(at, 1)
      decide(waiting, { givenUp: 'waited' })
    }, longestWaitMs)
    waiting.timer.unref()
  }

  #answerFirst(answer: Answer): void {
    const first = this.#sent.shift()
    if (first) decide(first, { answer })
    this.#limitFirst()
    this.#send()
  }

  #giveUp(reason: string): void {
    void this.#thread?.terminate()
    this.#thread = null
    this.#isReady = false
    this.#limit?.()
    this.#limit = null
    this.#stopMeasuring()
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
    this.#limitFirst()
  }
}

function decide<Answer>(waiting: Waiting<unknown, Answer>, outcome: Outcome<Answer>): void {
  if (waiting.timer) clearTimeout(waiting.timer)
  waiting.isDecided = true
  waiting.outcome.resolve(outcome)
}
