import { posix } from 'node:path'
import {
  DomainError,
  type ImportFormat,
  type ImportSource,
  type ImportTarget,
  type ImportTools,
  type Language,
} from '#core/plugin.ts'
import { folderImport, looksLikeZip, MANIFEST, ZipReader } from '#plugins/markdown-archive/api.ts'
import { openApiImport } from '../openapi/openapi-import.ts'
import { postmanImport } from '../postman/postman-import.ts'
import { showDocImport, SHOWDOC_NAMES } from '../showdoc/showdoc-import.ts'
import { yapiImport } from '../yapi/yapi-import.ts'
import { PartOfItem } from './part-of-item.ts'

/** Extensions of files that may describe an API. */
const FORMATS: readonly ImportFormat[] = [openApiImport, showDocImport, postmanImport, yapiImport]
const IS_CANDIDATE = /\.(?:json|ya?ml)$/i
const IS_JUNK = /(?:^|\/)(?:__MACOSX|node_modules|\.[^/]*)(?:\/|$)/
/** The maximum number of files examined; a source folder may have thousands without API descriptions. */
const MOST_CANDIDATES = 2_000
/** Total unpacked size. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_NAMED = 20

const LEFT_OUT: Readonly<Record<Language, (count: number, names: string) => string>> = {
  en: (count, names) => {
    const files = count === 1 ? '1 JSON or YAML file was' : `${count} JSON and YAML files were`
    return `${files} not looked into, because there are too many: ${names}`
  },
  'zh-cn': (count, names) => `JSON 和 YAML 文件过多，有 ${count} 个未读取：${names}`,
}

/** A zip with API descriptions, several or together with markdown pages: each becomes a catalog. */
export const filesImport: ImportFormat = {
  id: 'files',
  title: { en: 'Several API files (zip)', 'zh-cn': '多个接口文件（zip）' },
  async recognises(file) {
    const zip = looksLikeZip(file) ? await ZipReader.open(file, 'en').catch(nullForRefusal) : null
    if (zip === null || [MANIFEST, ...SHOWDOC_NAMES].some((name) => zip.has(name))) return false
    for (const path of candidatesIn(zip).taken) if (await formatOf(await partOf(zip, path))) return true
    return false
  },
  async read(file, into, tools) {
    const zip = await ZipReader.open(file, tools.language)
    const isBesidePages = await folderImport.recognises(file)
    const { taken: paths, left } = candidatesIn(zip)
    const names = namesOf(paths)
    into.item({ name: file.name.replace(/\.zip$/i, '') })
    for (const [at, path] of paths.entries()) {
      tools.signal.throwIfAborted()
      const part = await partOf(zip, path)
      const format = await formatOf(part)
      if (format) await readPart(format, part, new PartOfItem(into, { path, name: names[at] ?? path }), tools)
    }
    if (left.length > 0) {
      const named = left.slice(0, MOST_NAMED).join(', ') + (left.length > MOST_NAMED ? ', …' : '')
      into.warn(LEFT_OUT[tools.language](left.length, named))
    }
    if (isBesidePages) await folderImport.read(file, withoutName(into), tools)
  },
}

/** A damaged zip counts as empty. */
function nullForRefusal(error: unknown): null {
  if (error instanceof DomainError) return null
  throw error
}

/** The files examined, and those beyond the limit. */
function candidatesIn(zip: ZipReader): { readonly taken: readonly string[]; readonly left: readonly string[] } {
  const taken: string[] = []
  const left: string[] = []
  let bytes = 0
  for (const path of zip.paths) {
    if (!IS_CANDIDATE.test(path) || IS_JUNK.test(path)) continue
    const isTooMuch = taken.length >= MOST_CANDIDATES || bytes + zip.bytesOf(path) > MOST_BYTES
    if (!isTooMuch) bytes += zip.bytesOf(path)
    ;(isTooMuch ? left : taken).push(path)
  }
  return { taken, left }
}

/** The name of a file without a title of its own: files in different folders may have the same name. */
function namesOf(paths: readonly string[]): readonly string[] {
  const times = new Map<string, number>()
  const short = paths.map((path) => posix.basename(path))
  for (const name of short) times.set(name, (times.get(name) ?? 0) + 1)
  return short.map((name, at) => (times.get(name) === 1 ? name : (paths[at] ?? name)))
}

/** An entry as a file; it is unpacked each time it is read, as far as needed. */
async function partOf(zip: ZipReader, path: string): Promise<ImportSource> {
  const slice = async (offset: number, length: number): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = []
    let at = 0
    for await (const piece of zip.read(path)) {
      pieces.push(piece.subarray(Math.max(0, offset - at), Math.max(0, offset + length - at)))
      at += piece.length
      if (at >= offset + length) break
    }
    return Buffer.concat(pieces)
  }
  const [bytes, first] = [zip.bytesOf(path), await slice(0, FIRST_BYTES)]
  // Unpacking a small entry again takes longer than all other processing of it.
  const read = first.length === bytes ? () => inOnePiece(first) : () => zip.read(path)
  return { name: posix.basename(path), bytes, first, slice, read }
}
const FIRST_BYTES = 4_096

async function* inOnePiece(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

async function formatOf(part: ImportSource): Promise<ImportFormat | null> {
  for (const format of FORMATS) if (await format.recognises(part)) return format
  return null
}

async function readPart(format: ImportFormat, part: ImportSource, into: PartOfItem, tools: ImportTools): Promise<void> {
  try {
    await format.read(part, into.target, tools)
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'importBroken') throw error
    const { problem } = error.details
    throw Object.assign(new DomainError('importBroken', { problem: into.about(String(problem ?? '')) }), {
      cause: error,
    })
  }
}

/** The item is named after the archive. */
const withoutName = (into: ImportTarget): ImportTarget => ({ ...into, item: () => undefined })
