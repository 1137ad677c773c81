/** In UTF-16 units: a page without a text takes as long as one of this length. */
const [LENGTH_OF_ANY, LENGTH_AT_ONCE] = [5_000, 2_000_000]

/** Lets other work run between the texts of an import, which together take seconds. */
export class TextTurns {
  #length = 0

  /** @param length of the text that was gone through */
  async after(length: number): Promise<void> {
    this.#length += length + LENGTH_OF_ANY
    if (this.#length < LENGTH_AT_ONCE) return
    this.#length = 0
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
}
