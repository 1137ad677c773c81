import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, readdir, realpath, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { IncomingFile } from '#core/ports/files.ts'
import type { ReasonCode } from './reasons.ts'

/** The files in the folder of attachments, by their relative paths with slashes. */
export interface UploadedFiles {
  readonly count: number
  readonly bytes: number
  readonly paths: readonly string[]
  /** Entries that are not files, or could not be read. */
  readonly strange: readonly { readonly path: string; readonly reason: ReasonCode }[]
  /** The system's code for why the folder itself cannot be read; null when it can, and when it is not there. */
  readonly fault: string | null
}

const LINK = 'link'
const NO_FILE = 'noFile'
const UNREADABLE = 'unreadable'
const READ_FAILED = 'readFailed'
const NAME_NOT_UTF8 = 'nameNotUtf8'

/** Lists the folder without following links in it; the empty pages that ShowDoc puts into its folders are left out. */
export async function uploadedFilesIn(folder: string): Promise<UploadedFiles> {
  const paths: string[] = []
  const strange: { path: string; reason: ReasonCode }[] = []
  let bytes = 0
  let fault: string | null = null
  const walk = async (below: string): Promise<void> => {
    const options = { withFileTypes: true, encoding: 'buffer' } as const
    const entries = await readdir(path.join(folder, below), options).catch((error: unknown) => {
      const code = codeOf(error)
      if (below === '') fault = code === 'ENOENT' ? null : String(code)
      else if (code !== 'ENOENT') strange.push({ path: below, reason: reasonOf(error) })
      return []
    })
    const named = entries.map((entry) => ({ entry, name: entry.name.toString() }))
    for (const { entry, name } of named.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const place = below === '' ? name : `${below}/${name}`
      if (!isUtf8(entry.name)) strange.push({ path: place, reason: NAME_NOT_UTF8 })
      else if (entry.isDirectory()) await walk(place)
      else if (!entry.isFile()) strange.push({ path: place, reason: entry.isSymbolicLink() ? LINK : NO_FILE })
      else if (name !== 'index.html') {
        bytes += await sizeAt(folder, place)
        paths.push(place)
      }
    }
  }
  await walk('')
  return { count: paths.length, bytes, paths, strange, fault }
}

/** Those of the files that lie at these places. */
export async function uploadedFilesAt(
  folder: string,
  { paths: all, strange, fault }: UploadedFiles,
  places: ReadonlySet<string>,
): Promise<UploadedFiles> {
  const paths = all.filter((place) => places.has(place))
  let bytes = 0
  for (const place of paths) bytes += await sizeAt(folder, place)
  return { count: paths.length, bytes, paths, strange: strange.filter((each) => places.has(each.path)), fault }
}

const sizeAt = async (folder: string, place: string): Promise<number> =>
  (await lstat(path.join(folder, place)).catch(() => null))?.size ?? 0

/** The path below the uploads folder for an address of ShowDoc; null for any other place. */
export function pathInUploads(address: string): string | null {
  const [, named = ''] = /(?:^|\/)Public\/{1,9}Uploads\/{1,9}([^?#]*)/.exec(address) ?? []
  // ShowDoc's server takes several slashes for one.
  const place = decodedPath(named).replaceAll(/\/{2,}/g, '/')
  const names = place.split('/')
  const isInside = names.every((name) => name !== '' && name !== '.' && name !== '..')
  return isInside && !/[\0\\]/.test(place) ? place : null
}

function decodedPath(typed: string): string {
  try {
    return decodeURIComponent(typed)
  } catch {
    return typed
  }
}

/**
 * A file below the folder, opened for reading; otherwise the reason. Links inside the folder are never
 * followed, but the folder itself may be one.
 * @param place as returned by `uploadedFilesIn` or `pathInUploads`
 */
export async function fileInUploads(folder: string, place: string): Promise<FileInUploads | ReasonCode> {
  try {
    const root = await realpath(folder)
    const target = path.join(root, place)
    if ((await realpath(path.dirname(target))) !== path.dirname(target)) return LINK
    const found = await lstat(target)
    if (found.isSymbolicLink()) return LINK
    if (!found.isFile()) return NO_FILE
    const handle = await open(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const { size, mtime } = await handle.stat()
    return new FileInUploads({ name: path.basename(place), bytes: size, modifiedAt: mtime }, handle)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return 'fileMissing'
    if (code === 'ELOOP') return LINK
    if (isOfSystem(code)) return reasonOf(error)
    throw error
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)
const isOfSystem = (code: unknown): boolean => typeof code === 'string' && /^E[A-Z0-9]+$/.test(code)

/** Why the system did not let it be read. */
function reasonOf(error: unknown): ReasonCode {
  const code = codeOf(error)
  return code === 'EACCES' || code === 'EPERM' ? UNREADABLE : READ_FAILED
}

/** A file of a ShowDoc being read, with the size it had when it was opened. */
export class FileInUploads implements IncomingFile {
  readonly name: string
  readonly bytes: number
  readonly modifiedAt: Date
  /** Why it could not be read to its end; null while it can. */
  fault: ReasonCode | null = null
  readonly #handle: FileHandle

  constructor({ name, bytes, modifiedAt }: Pick<FileInUploads, 'name' | 'bytes' | 'modifiedAt'>, handle: FileHandle) {
    this.name = name
    this.bytes = bytes
    this.modifiedAt = modifiedAt
    this.#handle = handle
  }

  async slice(offset: number, length: number): Promise<Uint8Array> {
    const buffer = Buffer.alloc(length)
    return buffer.subarray(0, await this.#readInto(buffer, length, offset))
  }

  async *read(): AsyncIterable<Uint8Array> {
    for (let at = 0; at < this.bytes;) {
      const piece = await this.slice(at, Math.min(PIECE_BYTES, this.bytes - at))
      if (piece.length === 0) throw this.#shorter()
      yield piece
      at += piece.length
    }
  }

  /** In one buffer, because what is read is not kept. @throws Error as `fault` says */
  async sha256(): Promise<string> {
    const sum = createHash('sha256')
    const buffer = Buffer.alloc(Math.min(PIECE_BYTES, this.bytes))
    for (let at = 0; at < this.bytes;) {
      const bytesRead = await this.#readInto(buffer, Math.min(buffer.length, this.bytes - at), at)
      if (bytesRead === 0) throw this.#shorter()
      sum.update(buffer.subarray(0, bytesRead))
      at += bytesRead
    }
    return sum.digest('hex')
  }

  /** Its failure is not passed on as it is: a storage would take it for one of its own. */
  async #readInto(buffer: Buffer, length: number, offset: number): Promise<number> {
    try {
      return (await this.#handle.read(buffer, 0, length, offset)).bytesRead
    } catch (cause) {
      this.fault = reasonOf(cause)
      throw new Error(`${this.name} cannot be read`, { cause })
    }
  }

  #shorter(): Error {
    this.fault = 'becameShorter'
    return new Error(`${this.name} became shorter while it was read`)
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}

const PIECE_BYTES = 256 * 1024
