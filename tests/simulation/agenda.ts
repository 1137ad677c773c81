interface Entry {
  readonly at: number
  readonly number: number
  readonly work: () => void
  isOff: boolean
}

const START = Date.parse('2026-03-01T09:00:00Z')

/** Virtual time: what is to happen next happens at once, one thing after the other, so that a run can be repeated. */
export class Agenda {
  #now = START
  #count = 0
  readonly #entries: Entry[] = []
  /** Waits until everything that an entry set off has come to rest. */
  readonly #settle: () => Promise<void>

  constructor(settle: () => Promise<void> = untilIdle) {
    this.#settle = settle
  }

  get now(): number {
    return this.#now
  }
  /** Milliseconds since the run began. */
  get elapsed(): number {
    return this.#now - START
  }

  after(milliseconds: number, work: () => void): () => void {
    const entry: Entry = { at: this.#now + milliseconds, number: (this.#count += 1), work, isOff: false }
    let place = this.#entries.length
    while (place > 0 && comesAfter(this.#entries[place - 1], entry)) place -= 1
    this.#entries.splice(place, 0, entry)
    return () => {
      entry.isOff = true
    }
  }
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.after(milliseconds, resolve))
  }

  /** Goes on until `isOver`, or until nothing is left to happen. */
  async run(isOver: () => boolean): Promise<void> {
    await this.#settle()
    while (!isOver()) {
      const entry = this.#entries.shift()
      if (!entry) return
      if (entry.isOff) continue
      this.#now = Math.max(this.#now, entry.at)
      entry.work()
      await this.#settle()
    }
  }
}

const comesAfter = (one: Entry | undefined, other: Entry): boolean =>
  one !== undefined && (one.at > other.at || (one.at === other.at && one.number > other.number))

/** Everything in memory is done by promises, all of which are through before the next turn of the loop. */
const untilIdle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
