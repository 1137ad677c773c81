import { createHash } from 'node:crypto'

/** Requests whose turns are counted; the one that was made longest ago is forgotten. */
const MOST_COUNTED = 10_000

/**
 * Which answers are errors: the same for the same requests in the same order, yet not all or none of one that is made
 * again and again.
 */
export class ErrorTurns {
  readonly #turns = new Map<string, number>()

  /** @param rate in percent. @param request all that tells it from others */
  isError(rate: number, request: string): boolean {
    if (rate <= 0) return false
    // Requests may be long.
    const key = digested(request).toString('base64')
    const turn = (this.#turns.get(key) ?? 0) + 1
    // A map keeps insertion order.
    this.#turns.delete(key)
    const [oldest] = this.#turns.keys()
    if (this.#turns.size >= MOST_COUNTED && oldest !== undefined) this.#turns.delete(oldest)
    this.#turns.set(key, turn)
    return (digested(`${turn} ${key}`).readUInt32BE() / 2 ** 32) * 100 < rate
  }
}

const digested = (text: string): Buffer => createHash('sha1').update(text).digest()
