import { Worker } from 'node:worker_threads'

interface Waiting<Order, Answer> {
  readonly order: Order
  readonly answer: PromiseWithResolvers<Answer | null>
}

/** How long one order may take. */
const LIMIT_MS = 10_000
const MEMORY_LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 }

/**
 * Work in a thread of its own, one order after the other. One that takes too long, or ends the thread by what it throws
 * or needs of memory, is given up; those behind it go to a new thread. The script answers each message with one.
 */
export class LimitedThread<Order, Answer> {
  readonly #script: URL
  readonly #onGivenUp: (order: Order, reason: string) => void
  readonly #isStillWanted: (order: Order) => boolean
  // All are with the thread: it works on the first one.
  readonly #waiting: Waiting<Order, Answer>[] = []
  #thread: Worker | null = null
  #limit: NodeJS.Timeout | null = null

  /** @param isStillWanted asked of those that wait when one was given up: the others are given up as well, unsaid */
  constructor(
    script: URL,
    onGivenUp: (order: Order, reason: string) => void,
    isStillWanted: (order: Order) => boolean = () => true,
  ) {
    this.#script = script
    this.#onGivenUp = onGivenUp
    this.#isStillWanted = isStillWanted
  }

  /** Null when the order was given up. */
  ask(order: Order): Promise<Answer | null> {
    const waiting: Waiting<Order, Answer> = { order, answer: Promise.withResolvers() }
    this.#thread ??= this.#started()
    this.#thread.postMessage(order, [])
    if (this.#waiting.push(waiting) === 1) this.#limitFirst()
    return waiting.answer.promise
  }

  #started(): Worker {
    const thread = new Worker(this.#script, { resourceLimits: MEMORY_LIMITS })
    // The process lives for as long as somebody can ask, not for as long as something could be answered.
    thread.unref()
    // What a thread says that has been given up belongs to an order that was answered already.
    const heard = (hear: () => void) => {
      if (thread === this.#thread) hear()
    }
    thread.on('message', (answer: Answer) => heard(() => this.#answerFirst(answer)))
    thread.on('error', (error) => heard(() => this.#giveUp(error.message)))
    return thread
  }

  #limitFirst(): void {
    if (this.#limit) clearTimeout(this.#limit)
    this.#limit = this.#waiting.length === 0 ? null : setTimeout(() => this.#giveUp('took too long'), LIMIT_MS)
  }

  #answerFirst(answer: Answer): void {
    this.#waiting.shift()?.answer.resolve(answer)
    this.#limitFirst()
  }

  #giveUp(reason: string): void {
    void this.#thread?.terminate()
    this.#thread = null
    const [first, ...others] = this.#waiting.splice(0)
    if (!first) return
    this.#onGivenUp(first.order, reason)
    first.answer.resolve(null)
    for (const waiting of others) {
      if (this.#isStillWanted(waiting.order)) this.#waiting.push(waiting)
      else waiting.answer.resolve(null)
    }
    if (this.#waiting.length > 0) {
      this.#thread = this.#started()
      for (const { order } of this.#waiting) this.#thread.postMessage(order, [])
    }
    this.#limitFirst()
  }
}
