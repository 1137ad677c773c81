import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openS3, type OpenedS3 } from '#adapters/storage/s3/s3-client.ts'
import { TimedBody } from '#adapters/storage/timed-body.ts'
import { reasonIn } from '#adapters/system/reason.ts'
import { ConfigError } from '../config.ts'
import { UnusableData } from '../unusable-data.ts'
import { placeInBucket } from './bucket-address.ts'

/** Time limit of one request, and number of attempts. */
export interface Patience {
  readonly connectMs: number
  readonly totalMs: number
  readonly tries: 1 | 2
}

/** A part may take long on a slow line, and a backup deserves a second attempt. */
const PATIENT: Patience = { connectMs: 10_000, totalMs: 300_000, tries: 2 }
/** Providers accept at most 10,000 parts, each but the last of at least 5 MB. */
const PART_BYTES = 16 * 2 ** 20
const MOST_PARTS = 9_000
/** No receipt is as long, whatever it names; more than that would only fill the memory. */
const LONGEST_TEXT = 64 * 2 ** 20
/** Of up to 1,000 objects each: more than any rule keeps. */
const MOST_PAGES = 100

/** A bucket, or a folder in it, that contains backups. */
export class BackupBucket {
  /** Without key and secret. */
  readonly name: string
  readonly #bucket: string
  readonly #prefix: string
  readonly #tries: number
  readonly #silentMs: number
  readonly #opened: () => Promise<OpenedS3>

  /**
   * @param address in the format of `placeInBucket`
   * @throws ConfigError
   */
  constructor(address: string, environment: NodeJS.ProcessEnv, { tries, ...limits }: Patience = PATIENT) {
    const { settings, prefix } = placeOf(address, environment)
    this.#bucket = settings.bucket
    this.#prefix = prefix
    this.#tries = tries
    this.#silentMs = limits.totalMs
    this.name = `s3://${settings.host}/${settings.bucket}/${prefix}`
    let opened: Promise<OpenedS3> | null = null
    this.#opened = () => (opened ??= openS3(settings, limits))
  }

  /**
   * Names and sizes of its objects, without those in folders below, e.g. the files of the site in the same bucket.
   * @throws UnusableData when it cannot be read, or names objects without end
   */
  async list(): Promise<readonly { readonly name: string; readonly bytes: number }[]> {
    const found: { readonly name: string; readonly bytes: number }[] = []
    const asked = { ...this.#place, Prefix: this.#prefix, Delimiter: '/' }
    let ContinuationToken: string | undefined
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const { Contents = [], NextContinuationToken } = await this.#asked('listed', ({ sdk, client }) =>
        client.send(new sdk.ListObjectsV2Command({ ...asked, ContinuationToken })),
      )
      for (const { Key = '', Size = 0 } of Contents)
        if (Key.startsWith(this.#prefix)) found.push({ name: Key.slice(this.#prefix.length), bytes: Size })
      if (NextContinuationToken === undefined) return found
      if (NextContinuationToken === ContinuationToken) break
      ContinuationToken = NextContinuationToken
    }
    throw new UnusableData([`${this.name} cannot be listed: it names objects without end.`])
  }

  /** In bytes; null when it does not exist. */
  async sizeOf(name: string): Promise<number | null> {
    const answer = await this.#asked('read', ({ sdk, client }) =>
      client.send(new sdk.HeadObjectCommand(this.#at(name))).catch((error: unknown) => {
        if (error instanceof Error && error.name === 'NotFound') return null
        throw error
      }),
    )
    return answer?.ContentLength ?? null
  }

  /** Null when it does not exist. */
  async text(name: string): Promise<string | null> {
    const body = await this.#read(name)
    if (body === null) return null
    const parts: Uint8Array[] = []
    let bytes = 0
    for await (const part of body) {
      bytes += part.length
      if (bytes > LONGEST_TEXT) throw new UnusableData([`${this.name}${name} is too long for a text.`])
      parts.push(part)
    }
    return Buffer.concat(parts).toString()
  }

  async writeText(name: string, text: string): Promise<void> {
    await this.#asked('written', ({ sdk, client }) =>
      client.send(new sdk.PutObjectCommand({ ...this.#at(name), Body: text, ContentType: 'application/json' })),
    )
  }

  /**
   * Uploads a file and reads it back.
   * @throws UnusableData when different data was read back
   */
  async keep(name: string, file: string): Promise<void> {
    const sum = await this.#send(name, file)
    const body = await this.#read(name)
    const back = createHash('sha256')
    if (body !== null) for await (const part of body) back.update(part)
    if (back.digest('hex') !== sum)
      throw new UnusableData([`${this.name}${name} came back as something else than was sent: do not rely on it.`])
  }

  /** @throws ConfigError when it does not exist */
  async fetch(name: string, file: string): Promise<void> {
    const body = await this.#read(name)
    if (body === null) throw new ConfigError([`there is no backup at ${this.name}${name}.`])
    await pipeline(body, createWriteStream(file, { mode: 0o600 }))
  }

  async remove(name: string): Promise<void> {
    await this.#asked('removed', ({ sdk, client }) => client.send(new sdk.DeleteObjectCommand(this.#at(name))))
  }

  /** @returns the SHA-256 checksum of the uploaded data */
  async #send(name: string, file: string): Promise<string> {
    const { UploadId } = await this.#asked('written', ({ sdk, client }) =>
      client.send(new sdk.CreateMultipartUploadCommand({ ...this.#at(name), ContentType: 'application/gzip' })),
    )
    const upload = { ...this.#at(name), UploadId }
    const handle = await open(file, 'r')
    try {
      const sum = createHash('sha256')
      const { size } = await handle.stat()
      const part = Buffer.alloc(Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS)))
      const Parts: { readonly ETag: string | undefined; readonly PartNumber: number }[] = []
      for (let at = 0; at < size || Parts.length === 0;) {
        const { bytesRead } = await handle.read(part, 0, part.length, at)
        const Body = part.subarray(0, bytesRead)
        const PartNumber = Parts.length + 1
        const { ETag } = await this.#asked('written', ({ sdk, client }) =>
          client.send(new sdk.UploadPartCommand({ ...upload, PartNumber, Body })),
        )
        sum.update(Body)
        Parts.push({ ETag, PartNumber })
        at += bytesRead
      }
      await this.#asked('written', ({ sdk, client }) =>
        client.send(new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } })),
      )
      return sum.digest('hex')
    } catch (error) {
      // Otherwise the uploaded parts would incur costs without being visible.
      const { sdk, client } = await this.#opened()
      await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => undefined)
      throw error
    } finally {
      await handle.close()
    }
  }

  /** Gives up on a bucket that is silent in the middle, too. */
  async #read(name: string): Promise<TimedBody | null> {
    const answer = await this.#asked('read', ({ sdk, client }) =>
      client.send(new sdk.GetObjectCommand(this.#at(name))).catch((error: unknown) => {
        if (error instanceof Error && error.name === 'NoSuchKey') return null
        throw error
      }),
    )
    if (!answer?.Body) return null
    const failed = (why: string, cause?: unknown) =>
      new UnusableData([`${this.name}${name} cannot be read: ${why}.`], { cause })
    return new TimedBody(answer.Body as Readable, {
      silentMs: this.#silentMs,
      late: () => failed('it stopped sending'),
      explained: (error) => (error instanceof UnusableData ? error : failed(reasonIn(error), error)),
    })
  }

  get #place() {
    return { Bucket: this.#bucket }
  }
  #at(name: string) {
    return { ...this.#place, Key: this.#prefix + name }
  }

  async #asked<T>(what: string, ask: (opened: OpenedS3) => Promise<T>): Promise<T> {
    const opened = await this.#opened()
    try {
      return await (this.#tries === 1 ? ask(opened) : ask(opened).catch(() => ask(opened)))
    } catch (cause) {
      throw new UnusableData([`${this.name} cannot be ${what}: ${saidBy(cause)}.`], { cause })
    }
  }
}

/** An answer without a storage error, e.g. from a proxy, is identified by its status alone. */
function saidBy(cause: unknown): string {
  const { message, $metadata } = cause as {
    readonly message?: unknown
    readonly $metadata?: { readonly httpStatusCode?: number }
  }
  const status = $metadata?.httpStatusCode
  return message === 'UnknownError' && status !== undefined ? `it answered with status ${status}` : reasonIn(cause)
}

function placeOf(address: string, environment: NodeJS.ProcessEnv) {
  try {
    return placeInBucket(address, environment)
  } catch (error) {
    throw new ConfigError([`${withoutSecret(address)}: ${error instanceof Error ? error.message : String(error)}.`])
  }
}

const withoutSecret = (address: string): string => address.replace(/\/\/[^@/]*@/, '//')
