import type { Readable } from 'node:stream'

export interface BodyRules {
  /** How long the sender may be silent while somebody waits, and how long a body may remain unread. */
  readonly silentMs: number
  readonly late: () => Error
  /** Called with each piece. @throws Error when it does not belong to the body */
  readonly took?: (chunk: Uint8Array) => void
  /** @throws Error when the body is incomplete */
  readonly ended?: () => void
  /** Converts an error for the reader. */
  readonly explained?: (error: unknown) => unknown
}

/**
 * The pieces of a body, for one reader. A silent sender is given up; the time the reader takes between two pieces does
 * not count. Not a generator: a generator that was not started is not told that the reader has left, and the body would
 * never be closed.
 */
export class TimedBody implements AsyncIterableIterator<Uint8Array> {
  readonly #body: Readable
  readonly #rules: BodyRules
  readonly #unread: NodeJS.Timeout
  #chunks: AsyncIterator<Uint8Array> | null = null

  constructor(body: Readable, rules: BodyRules) {
    this.#body = body
    this.#rules = rules
    this.#unread = setTimeout(() => body.destroy(), rules.silentMs)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    const { silentMs, late, took, ended, explained = (error) => error } = this.#rules
    clearTimeout(this.#unread)
    this.#chunks ??= (this.#body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
    const timer = setTimeout(() => this.#body.destroy(late()), silentMs)
    try {
      const next = await this.#chunks.next()
      if (next.done) ended?.()
      else took?.(next.value)
      return next
    } catch (error) {
      this.#body.destroy()
      throw explained(error)
    } finally {
      clearTimeout(timer)
    }
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    clearTimeout(this.#unread)
    this.#body.destroy()
    return { done: true, value: undefined }
  }
}
