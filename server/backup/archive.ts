import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack, type Pack } from 'tar-stream'
import { syncFolder } from '../durable-files.ts'

/*
 * A backup is a tar.gz that common programs can open. Its last entry contains a checksum over the names and contents of
 * all entries before it, so that a truncated or modified archive is never taken for complete.
 */

const SUM = 'sum.sha256'
/** Pictures are already compressed, and texts hardly get smaller with a higher level. */
const COMPRESSION = 4

/** Why an archive cannot be read. */
export class BrokenArchive extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'BrokenArchive'
  }
}

/** Writes an archive under a temporary name; it gets its final name only when it is complete and on the disk. */
export class ArchiveWriter {
  readonly #path: string
  readonly #pack = pack()
  readonly #written: Promise<void>
  readonly #sum = createHash('sha256')

  private constructor(target: string, file: Writable) {
    this.#path = target
    this.#written = pipeline(this.#pack, createGzip({ level: COMPRESSION }), file)
    // Reported to the next `add`.
    this.#written.catch(() => undefined)
  }

  /** @throws Error with the code EEXIST when another archive for this place is being written, or was left incomplete */
  static async begin(target: string): Promise<ArchiveWriter> {
    const handle = await open(unfinished(target), 'wx', 0o600)
    return new ArchiveWriter(target, handle.createWriteStream({ flush: true }))
  }

  async add(name: string, content: Uint8Array | string): Promise<void> {
    const bytes = Buffer.from(content)
    await this.addStream(name, bytes.length, [bytes])
  }

  /** @param size of the content, in bytes; must be exact */
  async addStream(
    name: string,
    size: number,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    this.#sum.update(`${name}\n${size}\n`)
    const { entry, isIn } = this.#begun(name, size)
    for await (const chunk of content) {
      this.#sum.update(chunk)
      if (!entry.write(chunk)) await this.#orFailed(once(entry, 'drain'))
    }
    entry.end(null)
    await this.#orFailed(isIn)
  }

  /** @returns the checksum of the archive's contents, in hexadecimal digits */
  async finish(): Promise<string> {
    const sum = this.#sum.digest('hex')
    const { entry, isIn } = this.#begun(SUM, sum.length)
    entry.end(sum)
    await this.#orFailed(isIn)
    this.#pack.finalize()
    await this.#written
    await rename(unfinished(this.#path), this.#path)
    await syncFolder(path.dirname(this.#path))
    return sum
  }

  #begun(name: string, size: number): { readonly entry: Sink; readonly isIn: Promise<unknown> } {
    const { promise: isIn, resolve, reject } = Promise.withResolvers<void>()
    const entry = this.#pack.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()))
    isIn.catch(() => undefined)
    return { entry, isIn }
  }

  async discard(): Promise<void> {
    this.#pack.destroy()
    await this.#written.catch(() => undefined)
    await rm(unfinished(this.#path), { force: true })
  }

  /** A full disk ends the pipeline, and writes would wait forever. */
  async #orFailed(work: Promise<unknown>): Promise<void> {
    const isOver = this.#written.then(() => true)
    await Promise.race([work, isOver])
    // Whichever failed first.
    await Promise.race([isOver, new Promise((resolve) => setImmediate(resolve))])
  }
}

type Sink = ReturnType<Pack['entry']>

const unfinished = (target: string): string => `${target}.unfinished`

export interface ArchiveEntry {
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** Must be read to its end before the next entry is available. */
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * The entries of an archive in order. Completes only if the checksum is right.
 * @throws BrokenArchive
 */
export async function* entriesOf(file: string): AsyncGenerator<ArchiveEntry> {
  const entries = extract()
  const read = pipeline(createReadStream(file), createGunzip(), entries)
  read.catch(() => undefined)
  const sum = createHash('sha256')
  let told: string | null = null
  try {
    for await (const entry of entries) {
      const { name, size, type } = entry.header
      if (told !== null || type !== 'file' || !isPlace(name))
        throw new BrokenArchive(`${name} has no place in a backup`)
      if (name === SUM) {
        told = (await wholeOf(bytesOf(entry))).toString()
        continue
      }
      sum.update(`${name}\n${size}\n`)
      yield { name, size, content: summed(bytesOf(entry), sum) }
    }
    await read
  } catch (error) {
    throw asBroken(error)
  } finally {
    entries.destroy()
  }
  if (told === null) throw new BrokenArchive('its end is missing')
  if (told !== sum.digest('hex')) throw new BrokenArchive('its contents do not have the sum that was written with them')
}

/** The types of tar-stream do not say that contents are bytes. */
const bytesOf = (content: AsyncIterable<unknown>): AsyncIterable<Uint8Array> => content as AsyncIterable<Uint8Array>

/** Reads an archive to its end, so that an incomplete one is not used. @throws BrokenArchive */
export async function assertWhole(file: string): Promise<void> {
  for await (const { content } of entriesOf(file)) for await (const _ of content);
}

async function* summed(content: AsyncIterable<Uint8Array>, sum: Hash): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of content) {
      sum.update(chunk)
      yield chunk
    }
  } catch (error) {
    throw asBroken(error)
  }
}

/** Whether it is a relative path that stays inside the folder. */
const isPlace = (name: string): boolean =>
  !name.includes('\0') && !name.startsWith('/') && path.posix.normalize(name) === name && !name.startsWith('..')

/** Errors of gzip and tar have zlib codes or none. */
function asBroken(error: unknown): unknown {
  const isOfContents =
    error instanceof Error &&
    (('code' in error && /^(Z_|ERR_STREAM_PREMATURE)/.test(String(error.code))) ||
      /tar header|Unexpected end of data|Writable stream closed/i.test(error.message))
  return isOfContents ? new BrokenArchive(`it is damaged or not whole (${error.message})`, { cause: error }) : error
}

export async function wholeOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}
