import { UploadError } from './send-form.ts'
import { isRunning, refusalOf, type Destination, type Upload, type UploadedFile, type UploadState } from './upload.ts'

/** Sends one file. Its promise is rejected with an UploadError, also when `signal` aborted it. */
export type Sender = (
  file: File,
  destination: Destination,
  hooks: { readonly signal: AbortSignal; onProgress(share: number): void },
) => Promise<UploadedFile>

export interface UploadHooks {
  onDone(file: UploadedFile): void
  /** It is cancelled, or can never succeed. */
  onGone(): void
  onFailed?(): void
  /** It is tried again after it failed. */
  onRetried?(): void
}

interface Job {
  readonly file: File
  readonly destination: Destination
  readonly hooks: UploadHooks
  readonly ending: AbortController
}

const AT_ONCE = 3

/** Uploads, a few at a time. */
export class UploadQueue {
  readonly #send: Sender
  readonly #jobs = new Map<number, Job>()
  readonly #listeners = new Set<() => void>()
  #uploads: readonly Upload[] = []
  #lastId = 0

  constructor(send: Sender) {
    this.#send = send
  }

  /** The same array as long as nothing changes. */
  readonly uploads = (): readonly Upload[] => this.#uploads
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  add(file: File, destination: Destination, hooks: UploadHooks): void {
    const { target } = destination
    const id = (this.#lastId += 1)
    const reason = refusalOf(file, target)
    const state: UploadState = reason ? { kind: 'refused', reason } : { kind: 'waiting' }
    this.#change([...this.#uploads, { id, name: file.name, bytes: file.size, target, state }])
    if (reason) return hooks.onGone()
    this.#jobs.set(id, { file, destination, hooks, ending: new AbortController() })
    this.#sendNext()
  }

  /** Aborts an upload, or hides a finished one. */
  dismiss(id: number): void {
    const job = this.#jobs.get(id)
    this.#jobs.delete(id)
    this.#change(this.#uploads.filter((upload) => upload.id !== id))
    job?.ending.abort()
    job?.hooks.onGone()
    this.#sendNext()
  }

  retry(id: number): void {
    this.#setState(id, { kind: 'waiting' })
    this.#jobs.get(id)?.hooks.onRetried?.()
    this.#sendNext()
  }

  /** Hides completed uploads. */
  clearDone(): void {
    this.#change(this.#uploads.filter(({ state }) => state.kind !== 'done'))
  }

  /** Aborts all running uploads. */
  end(): void {
    for (const { id } of this.#uploads.filter(isRunning)) this.dismiss(id)
  }

  #sendNext(): void {
    const sending = this.#uploads.filter(({ state }) => state.kind === 'sending').length
    const waiting = this.#uploads.filter(({ state }) => state.kind === 'waiting')
    for (const { id } of waiting.slice(0, Math.max(0, AT_ONCE - sending))) void this.#sendOne(id)
  }

  async #sendOne(id: number): Promise<void> {
    const job = this.#jobs.get(id)
    if (!job) return
    this.#setState(id, { kind: 'sending', share: 0 })
    const onProgress = (share: number) => this.#setState(id, { kind: 'sending', share })
    try {
      const uploaded = await this.#send(job.file, job.destination, { signal: job.ending.signal, onProgress })
      if (this.#jobs.delete(id)) {
        this.#setState(id, { kind: 'done' })
        job.hooks.onDone(uploaded)
      }
    } catch (error) {
      const message = error instanceof UploadError ? error.answer : null
      const isFinal = error instanceof UploadError && error.isWrongFormat
      this.#setState(id, isFinal ? { kind: 'refused', reason: 'wrongFormat' } : { kind: 'failed', message })
      // A cancelled one has no job any more.
      if (!isFinal) this.#jobs.get(id)?.hooks.onFailed?.()
      else if (this.#jobs.delete(id)) job.hooks.onGone()
    }
    this.#sendNext()
  }

  #setState(id: number, state: UploadState): void {
    this.#change(this.#uploads.map((upload) => (upload.id === id ? { ...upload, state } : upload)))
  }

  #change(uploads: readonly Upload[]): void {
    this.#uploads = uploads
    for (const listener of this.#listeners) listener()
  }
}
