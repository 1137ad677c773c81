import type { CacheUse } from '#core/ports/health.ts'
import type { Cache } from '#core/ports/surroundings.ts'

/** Keeps the most recently used values, up to a total size. */
export class MemoryCache<V> implements Cache<V> {
  // In the order of last use.
  readonly #values = new Map<string, { readonly value: V; readonly size: number }>()
  readonly #most: number
  readonly #sizeOf: (value: V) => number
  #used = 0
  #found = 0
  #missed = 0

  /** `most` in the unit of `sizeOf`, which is called once for each value. */
  constructor(most: number, sizeOf: (value: V) => number) {
    this.#most = most
    this.#sizeOf = sizeOf
  }

  find(key: string): V | undefined {
    const known = this.#values.get(key)
    if (!known) {
      this.#missed += 1
      return undefined
    }
    this.#found += 1
    this.#values.delete(key)
    this.#values.set(key, known)
    return known.value
  }

  /** Since the start. */
  get use(): CacheUse {
    return { found: this.#found, missed: this.#missed }
  }

  put(key: string, value: V): void {
    this.#remove(key)
    const size = this.#sizeOf(value)
    this.#values.set(key, { value, size })
    this.#used += size
    for (const oldest of this.#values.keys()) {
      if (this.#used <= this.#most) return
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    this.#used -= this.#values.get(key)?.size ?? 0
    this.#values.delete(key)
  }
}
