import { Worker } from 'node:worker_threads'
import type { ToThread, WordFrame, WordPage } from './word-page.ts'

const SCRIPT = new URL('word-thread.ts', import.meta.url)
/** The most pages being sent to the thread at the same time. */
const MOST_WAITING = 20
const MEMORY_MB = 1_024

/** A Word document being created in a separate thread. It must be closed. */
export class WordDocument {
  readonly #thread = new Worker(SCRIPT, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
  readonly #failed = Promise.withResolvers<never>()
  readonly #made = Promise.withResolvers<Uint8Array>()
  #waiting = 0
  #taken = Promise.withResolvers<void>()

  constructor(frame: WordFrame) {
    this.#failed.promise.catch(() => undefined)
    this.#thread.on('error', (error) => this.#failed.reject(error))
    this.#thread.on('exit', (code) =>
      this.#failed.reject(new Error(`the thread of a Word document ended with ${code}`)),
    )
    this.#thread.on('message', (told: 'taken' | Uint8Array) => {
      if (told !== 'taken') return this.#made.resolve(told)
      this.#waiting -= 1
      this.#taken.resolve()
      this.#taken = Promise.withResolvers()
    })
    this.#tell({ frame })
  }

  /** Waits while too many pages are being processed. */
  async add(page: WordPage): Promise<void> {
    while (this.#waiting >= MOST_WAITING) await Promise.race([this.#taken.promise, this.#failed.promise])
    this.#waiting += 1
    this.#tell({ page })
  }

  /** The file, once all pages have been added. */
  async file(): Promise<Uint8Array> {
    this.#tell({ end: true })
    return Promise.race([this.#made.promise, this.#failed.promise])
  }

  async end(): Promise<void> {
    await this.#thread.terminate()
  }

  #tell(told: ToThread): void {
    this.#thread.postMessage(told, [])
  }
}
