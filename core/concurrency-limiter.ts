import { DomainError } from './errors.ts'
import { REQUEST_MS } from './request-limit.ts'

/** How much heavy work of one caller runs at once by default. */
const AT_ONCE = 2
/** How much may queue: what one screen asks for, or several people behind one address. */
const MOST_WAITING = 30
/** Half the time limit of a request, so that the work itself still has time. */
const LONGEST_WAIT_MS = REQUEST_MS / 2

interface Queue {
  running: number
  readonly waiting: (() => void)[]
}

/** Limits the heavy work of each caller, so that no caller takes up the whole server. */
export class ConcurrencyLimiter {
  readonly #atOnce: number
  readonly #queues = new Map<string, Queue>()

  constructor(atOnce = AT_ONCE) {
    this.#atOnce = atOnce
  }

  /** @throws DomainError busy when too much work of this caller is queued already, or its turn does not come in time */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(caller)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /**
   * The same for work that ends elsewhere. @returns a function that releases the slot; calling it more than once has no
   * effect
   * @throws DomainError busy
   */
  async acquire(caller: string): Promise<() => void> {
    const queue = this.#queues.get(caller) ?? { running: 0, waiting: [] }
    this.#queues.set(caller, queue)
    if (queue.running >= this.#atOnce) {
      if (queue.waiting.length >= MOST_WAITING) throw new DomainError('busy')
      await turnIn(queue)
    } else queue.running += 1
    let isHeld = true
    return () => {
      if (isHeld) this.#release(caller, queue)
      isHeld = false
    }
  }

  /** The next in the queue takes over the slot directly. */
  #release(caller: string, queue: Queue): void {
    const next = queue.waiting.shift()
    if (next) next()
    else if ((queue.running -= 1) === 0) this.#queues.delete(caller)
  }
}

const turnIn = ({ waiting }: Queue): Promise<void> =>
  new Promise((resolve, reject) => {
    const begin = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(new DomainError('busy'))
    }, LONGEST_WAIT_MS)
    waiting.push(begin)
  })
