/**
 * Placeholders in the texts of an import for the addresses of its pages, which do not exist before they are written.
 */
export class PageAddresses {
  readonly #mark: string
  readonly #ids: string[] = []
  readonly #numbers = new Map<string, number>()

  /** @param mark 16 random characters that cannot occur in a file by chance */
  constructor(mark: string) {
    this.#mark = mark
  }

  /** The file's ids of the pages that are linked to. */
  get ids(): readonly string[] {
    return this.#ids
  }

  /** @param id the page's id in the file */
  standInFor(id: string): string {
    const number = this.#numbers.get(id) ?? this.#ids.push(id) - 1
    this.#numbers.set(id, number)
    return `/import~${this.#mark}~${number}~`
  }

  /** The text with the final addresses. */
  in(text: string, addressOf: (id: string) => string): string {
    if (!text.includes(this.#mark)) return text
    return text.replaceAll(STAND_IN, (found, mark: string, number: string) => {
      const id = this.#ids[Number(number)]
      return mark !== this.#mark || id === undefined ? found : addressOf(id)
    })
  }
}
const STAND_IN = /\/import~([\w-]{16})~(\d{1,6})~/g
export const MARK_BYTES = 12
