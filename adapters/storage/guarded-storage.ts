import { z } from 'zod'
import { DomainError, isRefusal } from '#core/errors.ts'
import type { ByteRange, FileStorage, IncomingFile, ListedBlob } from '#core/ports/files.ts'
import type { Clock, Log } from '#core/ports/surroundings.ts'
import { withinTime } from '#core/within-time.ts'
import { CircuitBreaker } from './circuit-breaker.ts'

/** The same limit as for the product's own storages (R10). */
const LIMIT_MS = 15_000

interface Surroundings {
  readonly clock: Clock
  readonly log: Log
  readonly limitMs?: number
}

/**
 * Wraps the storage of a plugin. Hanging, throwing or returning invalid results counts as "storage unavailable", and
 * after repeated failures it is not called for a while: an upload is refused with a message, and nothing waits for
 * ever.
 */
export class GuardedStorage implements FileStorage {
  readonly name: string
  /** Only where the storage has it: what can be listed is examined. */
  readonly list?: () => AsyncIterable<ListedBlob>
  readonly #storage: FileStorage
  readonly #log: Log
  readonly #limitMs: number
  readonly #breaker: CircuitBreaker

  constructor(storage: FileStorage, { clock, log, limitMs = LIMIT_MS }: Surroundings) {
    this.name = storage.name
    this.#storage = storage
    this.#log = log
    this.#limitMs = limitMs
    this.#breaker = new CircuitBreaker(clock)
    if (storage.list) this.list = () => this.#listed()
  }

  async *#listed(): AsyncGenerator<ListedBlob, void> {
    const blobs = await this.#asked('list', async () => this.#storage.list?.()[Symbol.asyncIterator]())
    if (!blobs) return
    try {
      for (;;) {
        const blob = await this.#asked('list', async () => {
          const next = await blobs.next()
          return next.done === true ? null : Listed.parse(next.value)
        })
        if (blob === null) return
        yield blob
      }
    } finally {
      // Not awaited, because it might hang here, too.
      void blobs.return?.().catch(() => undefined)
    }
  }

  async put(key: string, file: IncomingFile, mediaType: string): Promise<void> {
    await this.#asked('put', () => this.#storage.put(key, file, mediaType))
    if (file.bytes > 0) await this.#asked('find', () => this.#assertKept(key, file.bytes))
  }

  /** Otherwise a storage that keeps nothing would be noticed when somebody misses the file. */
  async #assertKept(key: string, bytes: number): Promise<void> {
    const last: unknown = await this.#storage.read(key, { first: bytes - 1, last: bytes - 1 })
    const parts = isStream(last) ? this.#passedOn(last)[Symbol.asyncIterator]() : null
    const first = await parts?.next()
    void parts?.return?.()
    if (!first || first.done === true) throw new Error('its last byte, which was just put there, cannot be read')
  }

  async read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | null> {
    const content: unknown = await this.#asked('read', async () => {
      const answer: unknown = await this.#storage.read(key, range)
      if (answer !== null && !isStream(answer)) throw new Error('it gives no bytes')
      return answer
    })
    return isStream(content) ? this.#passedOn(content) : null
  }

  async delete(key: string): Promise<void> {
    await this.#asked('delete', () => this.#storage.delete(key))
  }

  async check(): Promise<void> {
    await withinTime(`to ask ${this.name} whether it can be used`, this.#limitMs, async () => this.#storage.check?.())
  }

  async #asked<T>(what: string, work: () => Promise<T>): Promise<T> {
    if (!this.#breaker.admits()) throw new DomainError('storageUnavailable')
    try {
      const answer = await withinTime(`to ${what} a file in ${this.name}`, this.#limitMs, work)
      this.#breaker.succeeded()
      return answer
    } catch (cause) {
      this.#breaker.failed()
      if (isRefusal(cause)) throw cause
      this.#log.error(`cannot ${what} a file in ${this.name}`, cause)
      throw Object.assign(new DomainError('storageUnavailable'), { cause })
    }
  }

  /**
   * Gives up on a storage that stalls, also with empty parts, and tells it when the reader leaves, even before the first
   * part.
   */
  #passedOn(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    const chunks = content[Symbol.asyncIterator]()
    // Not awaited, because it might hang here, too.
    const end = (): void => void chunks.return?.().catch(() => undefined)
    const passed: AsyncIterator<Uint8Array> = {
      next: async () => {
        try {
          const what = `a part of a file in ${this.name}`
          return await withinTime(what, this.#limitMs, (signal) => filledPart(chunks, signal, this.name))
        } catch (error) {
          end()
          throw error
        }
      },
      async return() {
        end()
        return { done: true, value: undefined }
      },
    }
    return { [Symbol.asyncIterator]: () => passed }
  }
}

const Listed = z.object({ key: z.string(), bytes: z.number(), changedAt: z.date() })

const isStream = (value: unknown): value is AsyncIterable<Uint8Array> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** The next part that is not empty. Other work is not starved, however many empty ones arrive. */
async function filledPart(
  chunks: AsyncIterator<Uint8Array>,
  signal: AbortSignal,
  storage: string,
): Promise<IteratorResult<Uint8Array, undefined>> {
  while (!signal.aborted) {
    const next = await chunks.next()
    if (next.done === true) break
    const part: unknown = next.value
    if (!(part instanceof Uint8Array)) throw new Error(`the storage ${storage} gave something else than bytes`)
    if (part.length > 0) return { value: part }
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return { done: true, value: undefined }
}
