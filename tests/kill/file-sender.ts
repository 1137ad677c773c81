import type { Caller } from './caller.ts'

/** Somebody who attaches one file after the other to a page, and keeps the books. */
export class FileSender {
  readonly #caller: Caller
  readonly #pageId: number
  readonly #name: string
  readonly #sent = new Map<string, Buffer>()
  readonly #seen = new Set<string>()
  #number = 0

  constructor(caller: Caller, pageId: number, name: string) {
    this.#caller = caller
    this.#pageId = pageId
    this.#name = name
  }

  /** Uploads that were acknowledged. */
  get acknowledged(): number {
    return this.#sent.size
  }

  /** @returns false when there was no answer */
  async send(): Promise<boolean> {
    const number = (this.#number += 1)
    const content = contentOf(this.#name, number)
    try {
      const file = new File([content], fileName(this.#name, number))
      this.#sent.set(await this.#caller.upload(file, this.#pageId), content)
      return true
    } catch (error) {
      // A refusal is an answer, and none is expected.
      if (!(error instanceof TypeError)) throw error
      return false
    }
  }

  /** Fetches what was acknowledged since it was asked last, or all there is. */
  async problems(which: 'new' | 'all' = 'new'): Promise<readonly string[]> {
    const addresses = [...this.#sent.keys()].filter((address) => which === 'all' || !this.#seen.has(address))
    const found = await Promise.all(addresses.map((address) => this.#problemOf(address)))
    return found.filter((problem) => problem !== null)
  }

  async #problemOf(address: string): Promise<string | null> {
    this.#seen.add(address)
    const fetched = await this.#caller.fetched(address)
    if (!fetched) return `${address} of ${this.#name} is gone`
    return this.#sent.get(address)?.equals(fetched) ? null : `${address} of ${this.#name} is not what was sent`
  }
}

/** What was sent under a name. */
export function contentSentAs(displayName: string): Buffer {
  const [name = '', number = ''] = displayName.split('.')
  return contentOf(name, Number(number))
}

const fileName = (name: string, number: number): string => `${name}.${number}.bin`
/** From a few bytes to half a megabyte, none like another. */
const contentOf = (name: string, number: number): Buffer<ArrayBuffer> =>
  Buffer.alloc(20 + (number % 7) * 80_000, `${name} ${number}; `)
