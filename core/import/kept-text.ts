const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * A text waiting to be written. Stored as bytes, twenty thousand pages take half the memory, and the garbage collector
 * need not scan it.
 */
export class KeptText {
  readonly #bytes: Uint8Array
  /** In UTF-16 units. */
  readonly length: number

  /** @param text without lone surrogates */
  constructor(text: string) {
    this.#bytes = encoder.encode(text)
    this.length = text.length
  }

  read(): string {
    return decoder.decode(this.#bytes)
  }
}
