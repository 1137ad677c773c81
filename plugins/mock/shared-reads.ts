import { setImmediate } from 'node:timers/promises'

/**
 * Reads the same thing once for all who ask for it at about the same time. A read only serves those who asked before it
 * began, so that everybody sees what was saved before they asked, on whichever server; nothing is kept.
 */
export class SharedReads<T> {
  /** Those that have not begun, by what they read. */
  readonly #next = new Map<string, Promise<T>>()
  readonly #running = new Map<string, Promise<T>>()

  read(key: string, read: () => Promise<T>): Promise<T> {
    const joined = this.#next.get(key)
    if (joined) return joined
    const own = this.#turn(key).then(() => {
      this.#next.delete(key)
      const running = read()
      this.#running.set(key, running)
      return running.finally(() => {
        if (this.#running.get(key) === running) this.#running.delete(key)
      })
    })
    this.#next.set(key, own)
    return own
  }

  /** The end of the read before, or of the requests that have arrived. Whoever waits needs no result of it. */
  async #turn(key: string): Promise<unknown> {
    return this.#running.get(key)?.catch(() => undefined) ?? setImmediate()
  }
}
