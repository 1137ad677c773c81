import type { ByteRange, FileStorage, IncomingFile } from '#core/ports/files.ts'
import { shortReason } from '../../system/reason.ts'
import { NO_BLOB } from '../no-blob.ts'
import { lengthGiven } from '../given-part.ts'
import { StorageFailure } from '../storage-failure.ts'
import { bodyOf, exchange, wordsOf, type Answer, type SignedRequest, type TimeLimits } from './exchange.ts'

/** R10, slightly less than callers wait for a storage, so that its own error is reported. */
export const SIGNED_LIMITS: TimeLimits = { connectMs: 3_000, totalMs: 14_000 }

/** Why a storage refused a request. */
export interface Refusal {
  /** Its own error code, '' when there is none. */
  readonly code: string
  readonly message: string
  /** The blob does not exist, and nothing else is wrong. */
  readonly isMissing: boolean
}

/** How one provider signs requests and answers them. */
export interface Provider {
  /** Stored with every file; identifies the place without secrets. */
  readonly name: string
  /** @param digest the result of `digestOf` for the file */
  putting(key: string, file: IncomingFile, mediaType: string, digest: string): Promise<SignedRequest>
  reading(key: string): Promise<SignedRequest>
  deleting(key: string): Promise<SignedRequest>
  /** The provider's digest of a file. */
  digestOf(file: IncomingFile): Promise<string>
  /** Whether the response to a put confirms exactly these bytes. */
  hasKept(answer: Pick<Answer, 'headers'>, words: string, digest: string): boolean
  /** Whether this is the provider's response to a deletion. */
  hasDeleted(status: number, words: string): boolean
  refusalIn(status: number, words: string): Refusal
}

/**
 * Stores blobs at a provider whose library signs each request. The requests are sent here: the libraries buffer whole
 * files, wait without a limit, or do not report what they sent.
 */
export class SignedStorage implements FileStorage {
  readonly name: string
  readonly #provider: Provider
  readonly #limits: TimeLimits

  constructor(provider: Provider, limits = SIGNED_LIMITS) {
    this.name = provider.name
    this.#provider = provider
    this.#limits = limits
  }

  async put(key: string, file: IncomingFile, mediaType: string): Promise<void> {
    const digest = await this.#provider.digestOf(file)
    const answer = await this.#asked(() => this.#provider.putting(key, file, mediaType, digest))
    const words = await wordsOf(answer, this.#limits)
    if (answer.status !== 200) throw this.#failure(answer, words)
    // Others answer with 200 as well: a proxy with its own page, or a provider that failed halfway.
    if (!this.#provider.hasKept(answer, words, digest))
      throw new StorageFailure('it does not say that it kept the file')
  }

  async read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | null> {
    const answer = await this.#asked(async () => {
      const request = await this.#provider.reading(key)
      const wanted = range && { Range: `bytes=${range.first}-${range.last}` }
      return { ...request, headers: { ...request.headers, ...wanted, 'Accept-Encoding': 'identity' } }
    })
    const { status, headers } = answer
    if (status !== (range ? 206 : 200)) {
      const words = await wordsOf(answer, this.#limits)
      if (this.#provider.refusalIn(status, words).isMissing) return null
      throw this.#failure(answer, words)
    }
    try {
      return bodyOf(answer, lengthOf(headers, range), this.#limits)
    } catch (error) {
      answer.body.destroy()
      throw error
    }
  }

  async delete(key: string): Promise<void> {
    const answer = await this.#asked(() => this.#provider.deleting(key))
    const words = await wordsOf(answer, this.#limits)
    if (this.#provider.hasDeleted(answer.status, words)) return
    if (!this.#provider.refusalIn(answer.status, words).isMissing) throw this.#failure(answer, words)
  }

  async check(): Promise<void> {
    try {
      const content = await this.read(NO_BLOB)
      await content?.[Symbol.asyncIterator]().return?.()
    } catch (cause) {
      throw new Error(`${this.name} cannot be used: ${(cause as Error).message}`, { cause })
    }
  }

  #asked(signed: () => Promise<SignedRequest>): Promise<Answer> {
    return exchange(signed, this.#limits)
  }

  #failure({ status }: Pick<Answer, 'status'>, words: string): StorageFailure {
    const { code, message } = this.#provider.refusalIn(status, words)
    return new StorageFailure([String(status), code, shortReason(message)].filter((part) => part !== '').join(' '), {
      code,
    })
  }
}

const lengthOf = (headers: Answer['headers'], range: ByteRange | undefined): number | null =>
  lengthGiven(
    {
      etag: headers.etag,
      encoding: headers['content-encoding'],
      range: headers['content-range'],
      length: headers['content-length'] === undefined ? undefined : Number(headers['content-length']),
    },
    range,
  )
