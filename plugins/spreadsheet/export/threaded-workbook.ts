import { Worker } from 'node:worker_threads'
import type { PageForWorkbook, WorkbookWords } from './pages-workbook.ts'

const SCRIPT = new URL('excel-thread.ts', import.meta.url)
const MEMORY_MB = 1_024

/** A workbook being created in a separate thread. It must be closed. */
export class ThreadedWorkbook {
  readonly #thread: Worker
  readonly #failed = Promise.withResolvers<never>()
  #answered = Promise.withResolvers<'taken' | Uint8Array>()

  constructor(words: WorkbookWords) {
    this.#thread = new Worker(SCRIPT, { workerData: words, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
    this.#failed.promise.catch(() => undefined)
    this.#thread.on('error', (error) => this.#failed.reject(error))
    this.#thread.on('exit', (code) => this.#failed.reject(new Error(`the thread of a workbook ended with ${code}`)))
    this.#thread.on('message', (told: 'taken' | Uint8Array) => this.#answered.resolve(told))
  }

  /** Waits until the page has been added. */
  async add(page: PageForWorkbook): Promise<void> {
    await this.#told(page)
  }

  /** The file, once all pages have been added. */
  async file(): Promise<Uint8Array> {
    const made = await this.#told(null)
    if (made === 'taken') throw new Error('the thread took the end of a workbook for a page')
    return made
  }

  async end(): Promise<void> {
    await this.#thread.terminate()
  }

  #told(page: PageForWorkbook | null): Promise<'taken' | Uint8Array> {
    this.#answered = Promise.withResolvers()
    this.#thread.postMessage(page, [])
    return Promise.race([this.#answered.promise, this.#failed.promise])
  }
}
