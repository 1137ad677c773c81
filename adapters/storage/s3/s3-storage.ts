import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { DomainError } from '#core/errors.ts'
import type { ByteRange, FileStorage, IncomingFile } from '#core/ports/files.ts'
import type { Clock, Log } from '#core/ports/surroundings.ts'
import { reasonIn } from '../../system/reason.ts'
import { CircuitBreaker } from '../circuit-breaker.ts'
import { lengthGiven, ofLength } from '../given-part.ts'
import { NO_BLOB } from '../no-blob.ts'
import { StorageFailure } from '../storage-failure.ts'
import { TimedBody } from '../timed-body.ts'
import { isUnreached } from '../unreached.ts'
import { openS3, type OpenedS3, type Sdk } from './s3-client.ts'
import type { S3Settings } from './s3-settings.ts'

/** R10. */
const TIME_LIMITS = { connectMs: 3_000, totalMs: 15_000 } as const

interface Surroundings {
  readonly clock: Clock
  readonly log: Log
  readonly timeLimits?: { readonly connectMs: number; readonly totalMs: number }
}

type Send = (sdk: Sdk, client: S3Client, abortSignal: AbortSignal) => Promise<unknown>

/**
 * Stores blobs in a bucket of any storage with the S3 protocol. The provider's error messages are only logged: they
 * contain hosts and keys.
 */
export class S3Storage implements FileStorage {
  /** With host and bucket: a file is never searched, or deleted, in another one. */
  readonly name: string
  readonly #settings: S3Settings
  readonly #log: Log
  readonly #timeLimits: { readonly connectMs: number; readonly totalMs: number }
  readonly #breaker: CircuitBreaker
  #opened: Promise<OpenedS3> | null = null

  constructor(settings: S3Settings, { clock, log, timeLimits = TIME_LIMITS }: Surroundings) {
    this.name = `s3://${settings.host}/${settings.bucket}`
    this.#settings = settings
    this.#log = log
    this.#timeLimits = timeLimits
    this.#breaker = new CircuitBreaker(clock)
  }

  async put(key: string, file: IncomingFile, mediaType: string): Promise<void> {
    const Bucket = this.#settings.bucket
    await this.#send('put', async (sdk, client, abortSignal) => {
      const Body = Readable.from(file.read(), { objectMode: false })
      const broken = new AbortController()
      Body.on('error', () => broken.abort())
      const command = new sdk.PutObjectCommand({
        ...{ Bucket, Key: key, Body, ContentLength: file.bytes, ContentType: mediaType },
        // In case somebody opens the bucket in a browser.
        ContentDisposition: 'attachment',
      })
      const either = AbortSignal.any([abortSignal, broken.signal])
      try {
        const { ETag } = await client.send(command, { abortSignal: either })
        // A proxy's error page can have status 200, too.
        if (!ETag) throw new StorageFailure('it does not say that it kept the file')
      } finally {
        Body.destroy()
      }
    })
  }

  async read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | null> {
    return (await this.#send('get', this.#getting(key, range))) as TimedBody | null
  }

  #getting(key: string, range?: ByteRange): Send {
    const Range = range && `bytes=${range.first}-${range.last}`
    const Bucket = this.#settings.bucket
    const late = () => new StorageFailure('the storage stopped sending')
    return async (sdk, client, abortSignal): Promise<TimedBody | null> => {
      const answer = await client
        .send(new sdk.GetObjectCommand({ Bucket, Key: key, Range }), { abortSignal })
        .catch((error: unknown) => {
          if (nameOf(error) === 'NoSuchKey') return null
          throw error
        })
      if (!answer) return null
      const body = answer.Body as Readable
      try {
        const bytes = lengthOf(answer, range)
        return new TimedBody(body, { silentMs: this.#timeLimits.totalMs, late, ...ofLength(bytes) })
      } catch (error) {
        body.destroy()
        throw error
      }
    }
  }

  async delete(key: string): Promise<void> {
    const Bucket = this.#settings.bucket
    await this.#send('delete', (sdk, client, abortSignal) =>
      client.send(new sdk.DeleteObjectCommand({ Bucket, Key: key }), { abortSignal }),
    )
  }

  async check(): Promise<void> {
    try {
      const { sdk, client } = await this.#open()
      const content = (await this.#tried(this.#getting(NO_BLOB), sdk, client)) as TimedBody | null
      await content?.return()
    } catch (error) {
      // Without permission to list the bucket, a missing blob is refused instead of "not found".
      if (nameOf(error) === 'AccessDenied') return
      throw new Error(`${this.name} cannot be used: ${reasonIn(error)}`, { cause: error })
    }
  }

  async #send(what: string, send: Send): Promise<unknown> {
    if (!this.#breaker.admits()) throw new DomainError('storageUnavailable')
    try {
      const { sdk, client } = await this.#open()
      const answer = await this.#tried(send, sdk, client)
      this.#breaker.succeeded()
      return answer
    } catch (cause) {
      this.#breaker.failed()
      this.#log.warn(`cannot ${what} a file in ${this.name}: ${reasonIn(cause)}`, { status: statusOf(cause) })
      throw Object.assign(new DomainError('storageUnavailable'), { cause })
    }
  }

  #open(): Promise<OpenedS3> {
    return (this.#opened ??= openS3(this.#settings, this.#timeLimits))
  }

  /**
   * Once more if no connection was established, so that nothing can have been accepted; both attempts share one time
   * limit.
   */
  async #tried(send: Send, sdk: Sdk, client: S3Client): Promise<unknown> {
    const ending = new AbortController()
    const late = () => ending.abort(new Error('the storage does not answer'))
    // Only until the response arrives: its body has no limit.
    const timer = setTimeout(late, this.#timeLimits.totalMs)
    try {
      return await send(sdk, client, ending.signal)
    } catch (error) {
      if (!isUnreached(codeOf(error)) || ending.signal.aborted) throw error
      return await send(sdk, client, ending.signal)
    } finally {
      clearTimeout(timer)
    }
  }
}

function lengthOf(answer: GetObjectCommandOutput, range: ByteRange | undefined): number | null {
  const { ETag: etag, ContentEncoding: encoding, ContentRange: given, ContentLength: length } = answer
  return lengthGiven({ etag, encoding, range: given, length }, range)
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')
const statusOf = (error: unknown): unknown =>
  (error as { readonly $metadata?: { readonly httpStatusCode?: number } }).$metadata?.httpStatusCode ?? null
