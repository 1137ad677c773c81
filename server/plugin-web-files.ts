import { lstat, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { namesOfFiles, sumOf, sumOfAll } from './compose/plugin-sum.ts'

/** What browsers may load of a plugin that was built apart, as it was when it was checked. */
export interface PluginWebFiles {
  /** The name of what browsers import. */
  readonly entry: string
  /** Changes with any of the files: part of their addresses, so that browsers may keep them for good. */
  readonly sum: string
  /** By the name they are asked for. */
  readonly files: ReadonlyMap<string, PluginWebFile>
}
interface PluginWebFile {
  readonly place: string
  readonly digest: string
  readonly mediaType: string
}

/** Beside the entry, the folder all of whose files are served. */
const ASSETS = 'assets'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webm: 'video/webm',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
}
/** Nothing else is taken for a document, a script or a style, whatever it holds. */
const UNKNOWN = 'application/octet-stream'

/**
 * The entry and the files of the folder `assets` beside it. Files alone, found by walking: what is a link is none of
 * them, so no name leads out of the folder.
 * @throws Error when the entry is none
 */
export async function webFilesOf(entry: string): Promise<PluginWebFiles> {
  if (!(await lstat(entry)).isFile()) throw new Error(`${entry} is not a file`)
  const folder = path.dirname(entry)
  const names = [path.basename(entry), ...(await assetsIn(folder))].toSorted()
  const files = new Map<string, PluginWebFile>()
  // One after the other: together they may be larger than what memory should be used for.
  for (const name of names) {
    const place = path.join(folder, name)
    files.set(name, { place, digest: sumOf(await readFile(place)), mediaType: mediaTypeOf(name) })
  }
  const sum = sumOfAll(new Map([...files].map(([name, { digest }]) => [name, digest])))
  return { entry: path.basename(entry), sum, files }
}

/** The content of a file; null when it is not what it was when it was checked. */
export async function contentOf({ place, digest }: PluginWebFile): Promise<Buffer | null> {
  const content = await readFile(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return content && sumOf(content) === digest ? content : null
}

async function assetsIn(folder: string): Promise<readonly string[]> {
  const beside = await readdir(folder, { withFileTypes: true })
  if (!beside.some((entry) => entry.name === ASSETS && entry.isDirectory())) return []
  return namesOfFiles(folder, await readdir(path.join(folder, ASSETS), { recursive: true, withFileTypes: true }))
}

const mediaTypeOf = (name: string): string => MEDIA_TYPES[path.extname(name).slice(1).toLowerCase()] ?? UNKNOWN
