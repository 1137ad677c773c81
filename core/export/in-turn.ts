import type { ConcurrencyLimiter } from '../concurrency-limiter.ts'

/**
 * The same pieces, with a slot of the limiter from the first piece to the last, or until the consumer stops. A file nobody
 * reads takes no slot. @throws DomainError busy instead of the first piece
 */
export function inTurn(
  limiter: ConcurrencyLimiter,
  caller: string,
  content: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => new TurnOfPieces(limiter, caller, content) }
}

const NO_MORE: IteratorReturnResult<undefined> = { done: true, value: undefined }

class TurnOfPieces implements AsyncIterator<Uint8Array, undefined> {
  readonly #acquire: () => Promise<() => void>
  readonly #content: AsyncIterable<Uint8Array>
  #pieces: AsyncIterator<Uint8Array> | null = null
  #release: (() => void) | null = null
  #isOver = false

  constructor(limiter: ConcurrencyLimiter, caller: string, content: AsyncIterable<Uint8Array>) {
    this.#acquire = () => limiter.acquire(caller)
    this.#content = content
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#release ??= await this.#acquire()
    if (this.#isOver) return this.#end()
    this.#pieces ??= this.#content[Symbol.asyncIterator]()
    try {
      const { done, value } = await this.#pieces.next()
      return done === true ? this.#end() : { value }
    } catch (error) {
      this.#end()
      throw error
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#end()
    await this.#pieces?.return?.()
    return NO_MORE
  }

  /** Also if the turn came after the consumer stopped. */
  #end(): IteratorReturnResult<undefined> {
    this.#isOver = true
    this.#release?.()
    return NO_MORE
  }
}
