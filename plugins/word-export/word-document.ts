import type { Worker } from 'node:worker_threads'
import { DomainError } from '#core/plugin.ts'
import type { FromThread, ToThread, WordFrame, WordPage } from './word-page.ts'
import { giveBack, takeThread } from './word-threads.ts'

/** The most pages being sent to the thread at the same time. */
const MOST_WAITING = 8
/** Between two signs that the file is still being created. */
const SIGN_MS = 5_000
const SIGN = new Uint8Array()

/** A Word document being created in a separate thread. */
export class WordDocument {
  readonly #thread: Worker
  readonly #failed = Promise.withResolvers<never>()
  readonly #pieces: Uint8Array[] = []
  #waiting = 0
  #isWhole = false
  #heard = Promise.withResolvers<void>()

  constructor(frame: WordFrame, { memoryMb }: { readonly memoryMb?: number } = {}) {
    this.#thread = takeThread(memoryMb)
    this.#failed.promise.catch(() => undefined)
    this.#thread.on('error', (error) => this.#failed.reject(isOutOfMemory(error) ? tooLarge(error) : error))
    this.#thread.on('exit', (code) =>
      this.#failed.reject(new Error(`the thread of a Word document ended with ${code}`)),
    )
    this.#thread.on('message', (told: FromThread) => {
      if ('piece' in told) this.#pieces.push(told.piece)
      else if ('taken' in told) this.#waiting -= 1
      else this.#isWhole = true
      this.#heard.resolve()
      this.#heard = Promise.withResolvers()
    })
    this.#tell({ frame })
  }

  /**
   * The file with these pages, which are read no faster than it is consumed; with empty pieces as a sign of life. A
   * thread whose file is not taken to its end ends with it. @throws DomainError wordTooLarge
   */
  async *fileWith(pages: AsyncIterable<WordPage>): AsyncGenerator<Uint8Array, void> {
    let isTaken = false
    try {
      for await (const page of pages) {
        this.#waiting += 1
        this.#tell({ page })
        yield* this.#piecesUntil(() => this.#waiting < MOST_WAITING)
        yield SIGN
      }
      this.#tell({ end: true })
      yield* this.#piecesUntil(() => this.#isWhole)
      isTaken = true
    } finally {
      if (isTaken) giveBack(this.#thread)
      else await this.#thread.terminate()
    }
  }

  async *#piecesUntil(isReached: () => boolean): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      const piece = this.#pieces.shift()
      if (piece) {
        yield piece
        this.#tell({ consumed: true })
      } else if (isReached()) return
      else if (!(await this.#hears())) yield SIGN
    }
  }

  /** @returns false when the thread said nothing for a while */
  async #hears(): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<false>()
    const timer = setTimeout(resolve, SIGN_MS, false)
    const heard = this.#heard.promise.then(() => true)
    return Promise.race([heard, this.#failed.promise, late]).finally(() => clearTimeout(timer))
  }

  #tell(told: ToThread): void {
    this.#thread.postMessage(told, [])
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
const tooLarge = (cause: unknown): Error => Object.assign(new DomainError('wordTooLarge'), { cause })
