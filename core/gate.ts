import { DomainError } from './errors.ts'

/** So much heavy work of one caller is done at once, unless it is said otherwise. */
const AT_ONCE = 2
/** So much of it may wait for its turn: what one screen asks for, and what several people behind one address do. */
const MOST_WAITING = 30

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

  /** @throws DomainError busy when too much of this caller waits already */
  async pass<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(caller) ?? { running: 0, waiting: [] }
    this.#lines.set(caller, line)
    if (line.running >= this.#atOnce) {
      if (line.waiting.length >= MOST_WAITING) throw new DomainError('busy')
      await new Promise<void>((resolve) => line.waiting.push(resolve))
    } else line.running += 1
    try {
      return await work()
    } finally {
      this.#leave(caller, line)
    }
  }

  /** Whose turn is next takes the place as it is. */
  #leave(caller: string, line: Line): void {
    const next = line.waiting.shift()
    if (next) next()
    else if ((line.running -= 1) === 0) this.#lines.delete(caller)
  }
}
