const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** A text that waits to be written. As bytes, twenty thousand pages take half the memory, and none that is searched for rubbish. */
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
