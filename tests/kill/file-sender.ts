import type { Caller } from './caller.ts'

/** Somebody who attaches one file after the other to a page, and keeps the books. */
export class FileSender {
  readonly #caller: Caller
  readonly #pageId: number
  readonly #name: string
  readonly #sent = new Map<string, Buffer>()
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

  /** Fetches what was acknowledged. */
  async problems(): Promise<readonly string[]> {
    const problems: string[] = []
    for (const [address, content] of this.#sent) {
      const fetched = await this.#caller.fetched(address)
      if (!fetched) problems.push(`${address} of ${this.#name} is gone`)
      else if (!fetched.equals(content)) problems.push(`${address} of ${this.#name} is not what was sent`)
    }
    return problems
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
