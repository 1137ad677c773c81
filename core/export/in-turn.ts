import type { Gate } from '../gate.ts'

/**
 * The same pieces, with a slot at the gate from the first piece to the last, or until the consumer stops. A file nobody
 * reads takes no slot. @throws DomainError busy instead of the first piece
 */
export function inTurn(gate: Gate, caller: string, content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => new TurnOfPieces(gate, caller, content) }
}

const NO_MORE: IteratorReturnResult<undefined> = { done: true, value: undefined }

class TurnOfPieces implements AsyncIterator<Uint8Array, undefined> {
  readonly #enter: () => Promise<() => void>
  readonly #content: AsyncIterable<Uint8Array>
  #pieces: AsyncIterator<Uint8Array> | null = null
  #leave: (() => void) | null = null
  #isOver = false

  constructor(gate: Gate, caller: string, content: AsyncIterable<Uint8Array>) {
    this.#enter = () => gate.enter(caller)
    this.#content = content
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#leave ??= await this.#enter()
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
    this.#leave?.()
    return NO_MORE
  }
}
