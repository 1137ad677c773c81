import type { DownloadStep, DownloadTools } from '#core/ports/updates.ts'

/**
 * One download for all who want it: each is told its progress, and it is aborted once all of them have cancelled it.
 */
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
    // Those who wait for it are told of a failure.
    this.#ended.catch(() => undefined)
  }

  /** Nobody waits for it any more. */
  get isGivenUp(): boolean {
    return this.#ending.signal.aborted
  }

  /** Resolves once it has ended, in any way. */
  async ended(): Promise<void> {
    await this.#ended.catch(() => undefined)
  }

  /**
   * Must be called with a signal that has not fired. @throws the reason of the signal, as soon as it fires, if others
   * continue to wait
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
      // The last one to cancel waits until everything is cleaned up.
      await Promise.race([this.#ended, left.promise])
    } finally {
      this.#hearers.delete(hear)
      signal.removeEventListener('abort', leave)
    }
  }
}
