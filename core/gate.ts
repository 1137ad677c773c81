import { DomainError } from './errors.ts'
import { REQUEST_MS } from './request-limit.ts'

/** So much heavy work of one caller is done at once, unless it is said otherwise. */
const AT_ONCE = 2
/** So much of it may wait for its turn: what one screen asks for, and what several people behind one address do. */
const MOST_WAITING = 30
/** Half of what a request may take, so that the work itself has time left. */
const LONGEST_WAIT_MS = REQUEST_MS / 2

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

/** Does the heavy work of each caller a little at a time, so that nobody takes the whole server. */
export class Gate {
  readonly #atOnce: number
  readonly #lines = new Map<string, Line>()

  constructor(atOnce = AT_ONCE) {
    this.#atOnce = atOnce
  }

  /** @throws DomainError busy when too much of this caller waits already, or its turn does not come in time */
  async pass<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(caller)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /**
   * The same for work that ends elsewhere. @returns what gives the place back, once, however often it is called
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

  /** Whose turn is next takes the place as it is. */
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
