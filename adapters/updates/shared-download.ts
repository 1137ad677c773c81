import type { DownloadStep, DownloadTools } from '#core/ports/updates.ts'

/** One download for all who want it: each hears how far it is, and it is given up once all of them have given it up. */
export class SharedDownload {
  readonly #ended: Promise<void>
  readonly #ending = new AbortController()
  readonly #hearers = new Set<DownloadTools['progress']>()
  #last: DownloadStep | null = null
  #waiting = 0

  constructor(work: (tools: DownloadTools) => Promise<void>) {
    const progress = (step: DownloadStep): void => {
      this.#last = step
      for (const hear of this.#hearers) hear(step)
    }
    this.#ended = work({ signal: this.#ending.signal, progress })
    // Whoever waits for it hears of a failure.
    this.#ended.catch(() => undefined)
  }

  /** Nobody waits for it any more. */
  get isGivenUp(): boolean {
    return this.#ending.signal.aborted
  }

  /** Resolves once it has ended, however it did. */
  async ended(): Promise<void> {
    await this.#ended.catch(() => undefined)
  }

  /**
   * To be called with a signal that has not fired.
   * @throws the reason of the signal, as soon as it fires where others go on waiting
   */
  async join(tools?: DownloadTools): Promise<void> {
    this.#waiting += 1
    if (!tools) return this.#ended
    const { signal, progress } = tools
    const left = Promise.withResolvers<never>()
    const leave = (): void => {
      this.#waiting -= 1
      if (this.#waiting === 0) this.#ending.abort(signal.reason)
      else left.reject(signal.reason)
    }
    const hear = (step: DownloadStep): void => progress(step)
    this.#hearers.add(hear)
    if (this.#last) progress(this.#last)
    signal.addEventListener('abort', leave, { once: true })
    try {
      // The last one who leaves waits until nothing is left of it.
      await Promise.race([this.#ended, left.promise])
    } finally {
      this.#hearers.delete(hear)
      signal.removeEventListener('abort', leave)
    }
  }
}
