import type { Order, Result } from './expression-worker.ts'

/** Longer than any expression takes that people mean: one that goes back and forth for ever is called off. */
const LIMIT_MS = 1_000
/** After this the script is not waited for, as other parts of a page. */
const LOADING_MS = 20_000

type Found = NonNullable<Result['places']>
/** Why nothing was found: it takes too long, or the script that looks for it could not be loaded. */
export type Unfound = 'slow' | 'unloaded'

/** Looks for expressions beside the page, which some would bring to a stand. One at a time: the last. */
export class ExpressionFinder {
  #worker: Worker | null = null
  #isLoaded = false
  #lastId = 0
  /** Ends the waiting for what is looked for; null when nothing is. */
  #leave: (() => void) | null = null

  /** What was looked for before is given up, and never answered. */
  find(order: Omit<Order, 'id'>): Promise<Found | Unfound> {
    if (this.#leave) this.close()
    const worker = (this.#worker ??= this.#started())
    const id = (this.#lastId += 1)
    return new Promise((resolve) => {
      const leave = () => {
        this.#leave = null
        clearTimeout(limit)
        worker.removeEventListener('message', hear)
        worker.removeEventListener('error', fail)
      }
      const fail = () => {
        const reason = this.#isLoaded ? 'slow' : 'unloaded'
        this.close()
        resolve(reason)
      }
      // A slow line is no slow expression.
      let limit = setTimeout(fail, this.#isLoaded ? LIMIT_MS : LOADING_MS)
      const hear = ({ data }: MessageEvent<Result>) => {
        if (data.places === undefined) {
          clearTimeout(limit)
          limit = setTimeout(fail, LIMIT_MS)
        }
        if (data.id !== id || data.places === undefined) return
        leave()
        resolve(data.places ?? 'slow')
      }
      this.#leave = leave
      worker.addEventListener('message', hear)
      worker.addEventListener('error', fail)
      worker.postMessage({ ...order, id } satisfies Order, [])
    })
  }

  close(): void {
    this.#leave?.()
    this.#worker?.terminate()
    this.#worker = null
    this.#isLoaded = false
  }

  #started(): Worker {
    const worker = new Worker(new URL('expression-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', () => (this.#isLoaded = true), { once: true })
    return worker
  }
}
