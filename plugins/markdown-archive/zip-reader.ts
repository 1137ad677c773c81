import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { fromRandomAccessReader, RandomAccessReader, validateFileName, type Entry, type ZipFile } from 'yauzl'
import { DomainError, type ImportSource, type Language } from '#core/plugin.ts'
import { MOST_TIMES, mostUnpacked } from './zip-size-api.ts'

const MOST_ENTRIES = 40_000
/** The number read before others have their turn. */
const ENTRIES_AT_ONCE = 1_000
const MEGABYTE = 1024 * 1024
/** Unpacked, of a whole archive. */
const MOST_MEGABYTES = 300
/**
 * Of the pictures of a package, which have no part in the ratio: a blank page that was scanned has 26 MB, and is packed to
 * nothing.
 */
const FREE_PICTURES = 32 * MEGABYTE
const LONGEST_TEXT = 8 * 1024 * 1024
const BLOCK = MEGABYTE
const UNIX_TYPE = 0o170_000
const UNIX_LINK = 0o120_000
const UTF_8 = 0x800

/** Whether a file begins like a zip with at least one entry. */
export const looksLikeZip = ({ first }: Pick<ImportSource, 'first'>): boolean =>
  first[0] === 0x50 && first[1] === 0x4b && first[2] === 3 && first[3] === 4

/**
 * The entries of a zip by path. Nothing is written to disk, so paths are harmless; even so, paths that leave the
 * folder, links, and entries larger than stated are refused.
 */
export class ZipReader {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #language: Language

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, language: Language) {
    this.#zip = zip
    this.#entries = entries
    this.#language = language
  }

  /** Read once for a file, however many formats ask. @throws DomainError importBroken */
  static open(file: ImportSource, language: Language): Promise<ZipReader> {
    const known = openedZips.get(file)
    if (known?.language === language) return known.reader
    const reader = ZipReader.#read(file, language)
    openedZips.set(file, { language, reader })
    return reader
  }

  static async #read(file: ImportSource, language: Language): Promise<ZipReader> {
    const zip = await opened(file).catch((cause: unknown) => broken(language, file.name, cause))
    const entries = await entriesIn(zip, file, language)
    return new ZipReader(zip, entries, language)
  }

  /** Of files, without folders. */
  get paths(): readonly string[] {
    return [...this.#entries.keys()]
  }

  has(path: string): boolean {
    return this.#entries.has(path)
  }

  /**
   * The unpacked size of a file; one that turns out to be larger is refused when it is read. @throws DomainError
   * importBroken
   */
  bytesOf(path: string): number {
    return this.#entryAt(path).uncompressedSize
  }

  /** @throws DomainError importBroken for one that is missing, too long, or not as stated */
  async text(path: string): Promise<string> {
    const entry = this.#entryAt(path)
    if (entry.uncompressedSize > LONGEST_TEXT) refused(this.#language, 'long', [path])
    const parts: Uint8Array[] = []
    for await (const part of this.read(path)) parts.push(part)
    return decoded(Buffer.concat(parts))
  }

  /** @throws DomainError importBroken for one that is missing, or not as stated */
  async *read(path: string): AsyncIterable<Uint8Array> {
    const entry = this.#entryAt(path)
    let sum = 0
    try {
      for await (const part of await streamOf(this.#zip, entry)) {
        sum = crc32(part as Uint8Array, sum)
        yield part as Uint8Array
      }
    } catch (cause) {
      broken(this.#language, path, cause)
    }
    if (sum !== entry.crc32) broken(this.#language, path)
  }

  #entryAt(path: string): Entry {
    return this.#entries.get(path) ?? broken(this.#language, path)
  }
}

const openedZips = new WeakMap<ImportSource, { readonly language: Language; readonly reader: Promise<ZipReader> }>()

// Control characters and drives: such names mean something to a system, and nothing to people.
const IS_UNFIT = /[\p{Cc}]|^[a-z]:/iu
const IS_ARCHIVE = /\.(?:zip|rar|7z|tar|gz|tgz|bz2|xz)$/i
const LONGEST_PATH = 4_096
const LONGEST_SHOWN = 200
/** Few people know that these are zips. */
const IS_PACKAGE = /\.(?:docx|xlsx)$/i
/** What every package has, and where its pictures are. */
const TYPES = '[Content_Types].xml'
const IS_PICTURE = /^[^/]+\/media\/(?!.*\.(?:xml|rels)$)/i

const SAID = {
  en: {
    damaged: (what: string) => (IS_PACKAGE.test(what) ? `${what} is damaged` : `the file is damaged (${what})`),
    encrypted: (path: string) => `${path} is protected by a password`,
    link: (path: string) => `${path} is a link, and links are not followed`,
    large: (name: string, path: string) =>
      IS_PACKAGE.test(name)
        ? `${name} holds more than ${MOST_MEGABYTES} MB; its largest part is ${path}`
        : `${name} would unpack to more than ${MOST_MEGABYTES} MB; its largest file is ${path}`,
    long: (path: string) => `${path} is too long`,
    many: (name: string) => `${name} has more than ${MOST_ENTRIES.toLocaleString('en')} files`,
    name: (path: string) => `${path} is no possible name of a file`,
    nested: (name: string, path: string) =>
      IS_PACKAGE.test(name)
        ? `there is no document in ${name}, only archives such as ${path}`
        : `${name} has only archives in it, such as ${path}; import one of those`,
    swollen: (name: string, path: string) =>
      IS_PACKAGE.test(name)
        ? `${name} holds more than ${MOST_TIMES} times its size; its largest part is ${path}`
        : `${name} would unpack to more than ${MOST_TIMES} times its size; its largest file is ${path}`,
    twice: (path: string) => `${path} is in the file twice`,
  },
  'zh-cn': {
    damaged: (what: string) => (IS_PACKAGE.test(what) ? `${what} 已损坏` : `文件已损坏（${what}）`),
    encrypted: (path: string) => `${path} 受密码保护`,
    link: (path: string) => `${path} 是链接，不会读取`,
    large: (name: string, path: string) =>
      IS_PACKAGE.test(name)
        ? `${name} 的内容超过 ${MOST_MEGABYTES} MB，其中最大的部分是 ${path}`
        : `${name} 解压后超过 ${MOST_MEGABYTES} MB，其中最大的文件是 ${path}`,
    long: (path: string) => `${path} 过长`,
    many: (name: string) => `${name} 中的文件超过 ${MOST_ENTRIES} 个`,
    name: (path: string) => `${path} 不是有效的文件名`,
    nested: (name: string, path: string) =>
      IS_PACKAGE.test(name)
        ? `${name} 中没有文档，只有压缩包（如 ${path}）`
        : `${name} 中只有压缩包（如 ${path}），请直接导入其中的文件`,
    swollen: (name: string, path: string) =>
      IS_PACKAGE.test(name)
        ? `${name} 的内容超过文件大小的 ${MOST_TIMES} 倍，其中最大的部分是 ${path}`
        : `${name} 解压后超过自身大小的 ${MOST_TIMES} 倍，其中最大的文件是 ${path}`,
    twice: (path: string) => `${path} 在文件中出现了两次`,
  },
} as const
type Problem = keyof (typeof SAID)['en']
function refused(language: Language, problem: Problem, what: readonly string[], cause?: unknown): never {
  // Characters that would change the message around them.
  const [first = '', second = ''] = what.map((each) =>
    each.slice(0, LONGEST_SHOWN).replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD'),
  )
  throw Object.assign(new DomainError('importBroken', { problem: SAID[language][problem](first, second) }), { cause })
}
const broken = (language: Language, what: string, cause?: unknown): never => refused(language, 'damaged', [what], cause)

/** Reads the requested parts from the file, wherever it is stored. */
class SourceReader extends RandomAccessReader {
  readonly #file: ImportSource
  /** The part read last: entries are stored one after the other, and the file may be remote. */
  #block: { readonly at: number; readonly bytes: Promise<Uint8Array> } | null = null

  constructor(file: ImportSource) {
    super()
    this.#file = file
  }
  /** In place of the library's own, which makes four streams for each of the two short reads of an entry. */
  override read(
    into: Buffer,
    offset: number,
    length: number,
    position: number,
    tell: (error: Error | null) => void,
  ): void {
    this.#copy(into.subarray(offset, offset + length), position).then(() => tell(null), tell)
  }
  async #copy(into: Buffer, position: number): Promise<void> {
    let at = 0
    for await (const piece of this.#piecesOf(position, position + into.length)) {
      into.set(piece, at)
      at += piece.length
    }
    if (at < into.length) throw new Error('the file ends too early')
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#piecesOf(start, end))
  }
  async *#piecesOf(start: number, end: number): AsyncIterable<Uint8Array> {
    for (let at = start; at < end;) {
      const block = Math.floor(at / BLOCK) * BLOCK
      const piece = (await this.#blockAt(block)).subarray(at - block, end - block)
      if (piece.length === 0) return
      yield piece
      at += piece.length
    }
  }
  #blockAt(at: number): Promise<Uint8Array> {
    if (this.#block?.at !== at) this.#block = { at, bytes: this.#file.slice(at, BLOCK) }
    return this.#block.bytes
  }
}

async function opened(file: ImportSource): Promise<ZipFile> {
  const bytes = await bytesOfZip(file)
  return new Promise((resolve, reject) => {
    // Names are decoded here, because many archives made in China do not declare their encoding.
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true }
    fromRandomAccessReader(new SourceReader(file), bytes, options, (error, zip) =>
      error ? reject(error) : resolve(zip),
    )
  })
}

const END_RECORD = 'PK\x05\x06'
const END_RECORD_BYTES = 22
const LONGEST_REST = 1_024

/** Scripts that send a file often send a line end after it, which other programs skip: this library takes it amiss. */
async function bytesOfZip(file: ImportSource): Promise<number> {
  const length = Math.min(file.bytes, END_RECORD_BYTES + LONGEST_REST)
  const tail = Buffer.from(await file.slice(file.bytes - length, length)).toString('latin1')
  const end = tail.lastIndexOf(END_RECORD)
  const rest = tail.slice(end + END_RECORD_BYTES)
  const hasComment = !tail.slice(end, end + END_RECORD_BYTES).endsWith('\0\0')
  return end < 0 || hasComment || rest.trim() !== '' ? file.bytes : file.bytes - rest.length
}

const streamOf = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))),
  )

/** Files by path. The declared sizes are checked before anything is unpacked. */
async function entriesIn(
  zip: ZipFile,
  { name, bytes }: ImportSource,
  language: Language,
): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  let [packed, unpacked, pictures] = [0, 0, 0]
  let largest: { readonly path: string; readonly size: number } = { path: '', size: -1 }
  if (zip.entryCount > MOST_ENTRIES) refused(language, 'many', [name])
  for await (const entry of readEntries(zip, name, language)) {
    const path = pathOf(entry)
    if (path.endsWith('/')) continue
    const isLink = ((entry.externalFileAttributes >>> 16) & UNIX_TYPE) === UNIX_LINK
    const isUnfit = path.length > LONGEST_PATH || IS_UNFIT.test(path) || validateFileName(path) !== null
    if (isUnfit) refused(language, 'name', [path])
    if (isLink) refused(language, 'link', [path])
    if (entry.isEncrypted()) refused(language, 'encrypted', [path])
    if (entries.has(path)) refused(language, 'twice', [path])
    packed += entry.compressedSize
    unpacked += entry.uncompressedSize
    if (IS_PICTURE.test(path)) pictures += entry.uncompressedSize
    if (entry.uncompressedSize > largest.size) largest = { path, size: entry.uncompressedSize }
    // Overlapping entries are a way to make much out of little.
    if (packed > bytes) broken(language, path)
    entries.set(path, entry)
  }
  // Archives in archives are never unpacked.
  if (largest.size >= 0 && [...entries.keys()].every((path) => IS_ARCHIVE.test(path)))
    refused(language, 'nested', [name, largest.path])
  const free = entries.has(TYPES) ? Math.min(FREE_PICTURES, pictures) : 0
  if (unpacked - free > mostUnpacked(bytes)) refused(language, 'swollen', [name, largest.path])
  if (unpacked > MOST_MEGABYTES * MEGABYTE) refused(language, 'large', [name, largest.path])
  return entries
}

async function* readEntries(zip: ZipFile, name: string, language: Language): AsyncIterable<Entry> {
  for (let count = 0; count < zip.entryCount; count += 1) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      const letGo = () => void zip.off('entry', give).off('end', end).off('error', fail)
      const give = (each: Entry) => (letGo(), resolve(each))
      const end = () => (letGo(), resolve(null))
      const fail = (error: Error) => (letGo(), reject(error))
      zip.on('entry', give).on('end', end).on('error', fail)
      zip.readEntry()
    }).catch((cause: unknown) => broken(language, name, cause))
    if (!entry) return
    yield entry
    if (count % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) await setImmediate()
  }
}

function pathOf({ fileNameRaw, generalPurposeBitFlag }: Entry): string {
  const name = (generalPurposeBitFlag & UTF_8) === 0 ? decoded(fileNameRaw) : fileNameRaw.toString('utf8')
  return name.replaceAll('\\', '/')
}

/** Text in UTF-16 by its byte order mark, in UTF-8, or else in the old encoding of Chinese systems. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
