/** Checksums of contents by id, in a third of the memory that texts in a map take: there may be a great many. */
export class ContentSums {
  #ids = new Int32Array(8)
  #sums = Buffer.alloc(8 * SUM_BYTES)
  #size = 0
  /** Places of the ids, in ascending order of these; null until it is asked for. */
  #order: Uint32Array | null = null

  get size(): number {
    return this.#size
  }

  /** @param id one that was not added before @param sum SHA-256, as hexadecimal digits */
  add(id: number, sum: string): void {
    if (this.#size === this.#ids.length) this.#grow()
    this.#ids[this.#size] = id
    this.#sums.write(sum, this.#size * SUM_BYTES, 'hex')
    this.#size += 1
    this.#order = null
  }

  has(id: number): boolean {
    return this.#placeOf(id) !== null
  }

  get(id: number): string | undefined {
    const place = this.#placeOf(id)
    return place === null ? undefined : this.#sumAt(place)
  }

  /** Ascending. */
  *keys(): Generator<number> {
    for (const place of this.#ordered()) yield this.#ids[place] ?? 0
  }

  *[Symbol.iterator](): Generator<readonly [id: number, sum: string]> {
    for (const place of this.#ordered()) yield [this.#ids[place] ?? 0, this.#sumAt(place)]
  }

  #grow(): void {
    const ids = new Int32Array(this.#ids.length * 2)
    ids.set(this.#ids)
    this.#ids = ids
    this.#sums = Buffer.concat([this.#sums], ids.length * SUM_BYTES)
  }

  #sumAt(place: number): string {
    return this.#sums.toString('hex', place * SUM_BYTES, (place + 1) * SUM_BYTES)
  }

  #placeOf(id: number): number | null {
    const order = this.#ordered()
    let [from, to] = [0, order.length]
    while (from < to) {
      const middle = (from + to) >> 1
      const place = order[middle] ?? 0
      const found = this.#ids[place] ?? 0
      if (found === id) return place
      if (found < id) from = middle + 1
      else to = middle
    }
    return null
  }

  #ordered(): Uint32Array {
    this.#order ??= Uint32Array.from({ length: this.#size }, (_, place) => place).sort(
      (a, b) => (this.#ids[a] ?? 0) - (this.#ids[b] ?? 0),
    )
    return this.#order
  }
}

const SUM_BYTES = 32
