import { DomainError } from '#core/errors.ts'

const LONGEST_QUEUE = 50

/** Lets a few callers work in parallel and a limited number wait; further ones are refused as `busy`. */
export class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn()
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }

  async #turn(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    if (this.#waiting.length >= LONGEST_QUEUE) throw new DomainError('busy')
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}
