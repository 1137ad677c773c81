import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { crc32, createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { openPromise } from 'yauzl'
import { DomainError } from '#core/errors.ts'
import { beginningOf } from '../dump/dump-file.ts'
import { isThere } from '../../durable-files.ts'
import { ShowdocRefusal } from '../refusal.ts'

/*
 * An archive of a ShowDoc's folder: only the files a move needs are unpacked, wherever they are in the archive, and
 * nothing the archive claims about itself is trusted.
 */

/** The database, and the files of an unfinished transaction beside it. */
const DATABASE = /(?:^|\/)Sqlite\/showdoc\.db\.php(?:-journal|-wal)?$/
const UPLOADED = /(?:^|\/)Public\/Uploads\/.+/
const DUMP = /^(?:[^/]+\/){0,3}[^/]+\.sql(?:\.gz)?$/
const MOST_ENTRIES = 1_000_000
const LONGEST_NAME = 1_000
const MOST_BYTES = 64 * 1024 ** 3
/** A realistic upper limit for the texts of a database; not checked below the second number. */
const MOST_RATIO = 100
const RATIO_FROM_BYTES = 256 * 1024 ** 2
const UNIX_TYPE = 0o170_000
const UNIX_LINK = 0o120_000
/** The maximum depth of the ShowDoc's folder in an archive. */
const DEEPEST = 4

export interface Unpacking {
  readonly archive: string
  /** Is created, and receives the unpacked files. */
  readonly folder: string
  readonly signal: AbortSignal
  /** Whether the disk has room for more. */
  hasRoom(): Promise<boolean>
}

/** Detects a supported archive by its first bytes. */
export const kindOfArchive = (first: Uint8Array): 'zip' | 'tar.gz' | 'tar' | null => {
  const begins = (...bytes: readonly number[]): boolean => bytes.every((byte, at) => first[at] === byte)
  if (begins(0x50, 0x4b, 0x03, 0x04)) return 'zip'
  if (begins(0x1f, 0x8b)) return 'tar.gz'
  return Buffer.from(first.subarray(257, 262)).toString('latin1') === 'ustar' ? 'tar' : null
}
/** The number of bytes needed for detection. */
export const FIRST_BYTES = 512

/**
 * Unpacks an archive into a new folder.
 * @returns the path for `openShowdoc`
 * @throws ShowdocRefusal for an archive that is damaged, leads out of the folder, contains a link or duplicate names, or
 * becomes too large; DomainError diskFull
 */
export async function unpackedArchive(unpacking: Unpacking): Promise<string> {
  const { archive, folder, signal } = unpacking
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { size } = await stat(archive)
  const writer = new EntryWriter(unpacking, size)
  try {
    const kind = kindOfArchive(await beginningOf(archive))
    if (kind === 'zip') await unzip(archive, writer)
    else if (kind !== null) await untar(archive, kind, writer)
    else throw new ShowdocRefusal('archiveOfOtherKind')
    return await placeIn(folder)
  } catch (error) {
    // A run that has superseded this one may be writing there.
    signal.throwIfAborted()
    // Unusable data must not keep filling the disk.
    await rm(folder, { recursive: true, force: true })
    throw asOdd(error)
  }
}

async function unzip(archive: string, writer: EntryWriter): Promise<void> {
  const zip = await openPromise(archive, { lazyEntries: true, validateEntrySizes: true, strictFileNames: true })
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName: name } = entry
      const isLink = ((entry.externalFileAttributes >>> 16) & UNIX_TYPE) === UNIX_LINK
      if (!writer.wants(name, name.endsWith('/') ? 'directory' : isLink ? 'link' : 'file')) continue
      if (entry.isEncrypted()) throw new ShowdocRefusal('archiveEncrypted', { name })
      await writer.write(name, compared(await zip.openReadStreamPromise(entry), entry.crc32))
    }
  } finally {
    zip.close()
  }
}

/** The content, which must have this sum: without it, bytes that changed on their way would become texts of pages. */
async function* compared(content: AsyncIterable<Uint8Array>, expected: number): AsyncIterable<Uint8Array> {
  let sum = 0
  for await (const piece of content) {
    sum = crc32(piece, sum)
    yield piece
  }
  if (sum !== expected) throw new Error('checksum differs')
}

async function untar(archive: string, kind: 'tar' | 'tar.gz', writer: EntryWriter): Promise<void> {
  const entries = extract()
  const source = createReadStream(archive)
  const read = kind === 'tar' ? pipeline(source, entries) : pipeline(source, createGunzip(), entries)
  read.catch(() => undefined)
  try {
    for await (const entry of entries) {
      const { name, type } = entry.header
      const what = type === 'directory' ? 'directory' : type === 'file' || type === 'contiguous-file' ? 'file' : 'link'
      // tar-stream's types do not say that contents are bytes.
      if (writer.wants(name, what)) await writer.write(name, entry as AsyncIterable<Uint8Array>)
      else for await (const piece of entry) writer.pass(piece as Uint8Array)
    }
    await read
  } finally {
    entries.destroy()
  }
}

class EntryWriter {
  readonly #unpacking: Unpacking
  readonly #packed: number
  #entries = 0
  #bytes = 0
  /** Bytes read so far, including those not kept. */
  #passed = 0

  constructor(unpacking: Unpacking, packed: number) {
    this.#unpacking = unpacking
    this.#packed = packed
  }

  /** Whether a move needs the entry. @throws ShowdocRefusal for one that is not allowed in an archive */
  wants(name: string, what: 'file' | 'directory' | 'link'): boolean {
    this.#unpacking.signal.throwIfAborted()
    this.#entries += 1
    if (this.#entries > MOST_ENTRIES) throw new ShowdocRefusal('archiveOfTooMany', { most: MOST_ENTRIES })
    const place = placeOf(name)
    if (what === 'directory' || !(DATABASE.test(place) || UPLOADED.test(place) || DUMP.test(place))) return false
    if (what === 'link') throw new ShowdocRefusal('archiveWithLink', { name })
    return true
  }

  async write(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const target = path.join(this.#unpacking.folder, placeOf(name))
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    if (!(await this.#unpacking.hasRoom())) throw new DomainError('diskFull')
    const counted = this.#counted(content)
    await pipeline(counted, createWriteStream(target, { mode: 0o600, flags: 'wx' })).catch((cause: unknown) => {
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') throw new ShowdocRefusal('archiveWithTwice', { name })
      throw cause
    })
  }

  /** A tar is always read completely. */
  pass(piece: Uint8Array): void {
    this.#unpacking.signal.throwIfAborted()
    this.#passed += piece.length
    if (this.#passed > MOST_BYTES) throw new ShowdocRefusal('archiveTooLarge', { most: MOST_BYTES / 1024 ** 3 })
    if (this.#passed > RATIO_FROM_BYTES && this.#passed > this.#packed * MOST_RATIO)
      throw new ShowdocRefusal('archiveSwells')
  }

  async *#counted(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const piece of content) {
      this.pass(piece)
      const before = this.#bytes
      this.#bytes += piece.length
      const isDue = Math.floor(before / LOOK_BYTES) !== Math.floor(this.#bytes / LOOK_BYTES)
      if (isDue && !(await this.#unpacking.hasRoom())) throw new DomainError('diskFull')
      yield piece
    }
  }
}

/** How often to check whether the disk has room. */
const LOOK_BYTES = 32 * 1024 ** 2

/** A name in an archive as a path below its folder. @throws ShowdocRefusal for one that leads out of it */
function placeOf(name: string): string {
  const place = name.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '')
  const parts = place.split('/')
  // oxlint-disable-next-line no-control-regex -- not allowed in a name
  const isOdd = /[\u0000-\u001f\u007f\\]/.test(place) || place.length > LONGEST_NAME
  const leadsOut = path.posix.isAbsolute(name) || parts.includes('..')
  if (leadsOut || isOdd || (place !== '' && parts.some((part) => part === '' || part === '.')))
    throw new ShowdocRefusal('archiveLeadsOut', { name: JSON.stringify(name.slice(0, LONGEST_NAME)) })
  return place
}

/** The folder that contains the database, or the dump beside `Public`. */
async function placeIn(folder: string): Promise<string> {
  const roots: string[] = []
  const dumps: string[] = []
  const look = async (below: string, depth: number): Promise<void> => {
    if (await isThere(path.join(below, 'Sqlite/showdoc.db.php'))) roots.push(below)
    for (const entry of await readdir(below, { withFileTypes: true }))
      if (entry.isDirectory() && depth < DEEPEST && entry.name !== 'Public')
        await look(path.join(below, entry.name), depth + 1)
      else if (entry.isFile() && DUMP.test(entry.name)) dumps.push(path.join(below, entry.name))
  }
  await look(folder, 0)
  const found = roots.length > 0 ? roots : dumps
  const [only, ...others] = found
  if (only === undefined) throw new ShowdocRefusal('archiveWithoutShowdoc')
  if (others.length > 0)
    throw new ShowdocRefusal('archiveOfSeveral', {
      places: found.map((each) => path.relative(folder, each) || '.').join(', '),
    })
  return only
}

/** Translates the errors of zlib, tar-stream and yauzl about contents. */
function asOdd(error: unknown): unknown {
  if (error instanceof ShowdocRefusal || error instanceof DomainError) return error
  const isOfSystem = error instanceof Error && 'syscall' in error && error.syscall !== undefined
  if (isOfSystem || !(error instanceof Error)) return error
  return new ShowdocRefusal('archiveDamaged', { reason: error.message }, { cause: error })
}
