import { DomainError } from './errors.ts'
import { REQUEST_MS } from './request-limit.ts'

/** How much heavy work of one caller runs at once by default. */
const AT_ONCE = 2
/** How much may queue: what one screen asks for, or several people behind one address. */
const MOST_WAITING = 30
/** Half the time limit of a request, so that the work itself still has time. */
const LONGEST_WAIT_MS = REQUEST_MS / 2

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

/** Limits the heavy work of each caller, so that no caller takes up the whole server. */
export class Gate {
  readonly #atOnce: number
  readonly #lines = new Map<string, Line>()

  constructor(atOnce = AT_ONCE) {
    this.#atOnce = atOnce
  }

  /** @throws DomainError busy when too much work of this caller is queued already, or its turn does not come in time */
  async pass<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(caller)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /**
   * The same for work that ends elsewhere. @returns a function that releases the slot; calling it more than once has no
   * effect
   * @throws DomainError busy
   */
  async enter(caller: string): Promise<() => void> {
    const line = this.#lines.get(caller) ?? { running: 0, waiting: [] }
    this.#lines.set(caller, line)
    if (line.running >= this.#atOnce) {
      if (line.waiting.length >= MOST_WAITING) throw new DomainError('busy')
      await turnIn(line)
    } else line.running += 1
    let isIn = true
    return () => {
      if (isIn) this.#leave(caller, line)
      isIn = false
    }
  }

  /** The next in the queue takes over the slot directly. */
  #leave(caller: string, line: Line): void {
    const next = line.waiting.shift()
    if (next) next()
    else if ((line.running -= 1) === 0) this.#lines.delete(caller)
  }
}

const turnIn = ({ waiting }: Line): Promise<void> =>
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
