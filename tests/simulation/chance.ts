/** Random choices that a seed repeats exactly. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to, and without, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  /** A chance of its own for something whose turn among others is not certain. */
  fork(): Chance {
    return new Chance(this.next() * 4_294_967_296)
  }
  /** Whether something of this probability happens. */
  happens(probability: number): boolean {
    return this.next() < probability
  }
  /** From 0 up to, and without, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }
  /** @throws Error for an empty list */
  of<T>(list: readonly T[]): T {
    const found = list[this.below(list.length)]
    if (found === undefined) throw new Error('there is nothing to choose from')
    return found
  }
}
