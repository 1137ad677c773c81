/**
 * Reproducible random numbers for a seed. An answer may need a million characters, and the generator of faker is ten
 * times slower. The generator is `sfc32` of PractRand, which is in the public domain.
 */
export class Random {
  #a = 0
  #b = 0
  #c = 0
  #count = 1

  /** @param seed a 32-bit integer */
  seed(seed: number): void {
    this.#a = seed
    this.#b = this.#c = 0
    this.#count = 1
    for (let round = 0; round < 12; round += 1) this.#next32()
  }

  /** An integer, both ends included. */
  between(least: number, most: number): number {
    const [from, to] = least < most ? [least, most] : [most, least]
    const span = to - from + 1
    // A single 32-bit number has no larger range.
    const share = span <= 2 ** 32 ? this.#next32() : (this.#next32() >>> 5) * 2 ** 26 + (this.#next32() >>> 6)
    return from + Math.floor((share / (span <= 2 ** 32 ? 2 ** 32 : 2 ** 53)) * span)
  }

  /** Random indexes in a list of this length, one for each member of `places`; an answer may need a million. */
  drawPlaces(places: Uint16Array, count: number): void {
    for (let at = 0; at < places.length; at += 1) places[at] = (this.#next32() * count) / 2 ** 32
  }

  #next32(): number {
    const made = (this.#a + this.#b + this.#count) | 0
    this.#count = (this.#count + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + made) | 0
    return made >>> 0
  }
}
