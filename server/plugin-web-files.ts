import { lstat, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { namesOfFiles, sumOf, sumOfAll } from './compose/plugin-sum.ts'

/** The web files of a dropped-in plugin, as they were when it was checked. */
export interface PluginWebFiles {
  /** The file name of the entry module. */
  readonly entry: string
  /** Changes with any of the files: it is part of their addresses, so that browsers may cache them forever. */
  readonly sum: string
  /** By requested name. */
  readonly files: ReadonlyMap<string, PluginWebFile>
}
interface PluginWebFile {
  readonly place: string
  readonly digest: string
  readonly mediaType: string
}

/** The folder beside the entry whose files are all served. */
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
/** Other types are never treated as a document, a script or a style, whatever they contain. */
const UNKNOWN = 'application/octet-stream'

/**
 * The entry and the files in the folder `assets` beside it. Only regular files found by walking the folder, never
 * links, so that no name leads outside.
 * @throws Error when there is no entry file
 */
export async function webFilesOf(entry: string): Promise<PluginWebFiles> {
  if (!(await lstat(entry)).isFile()) throw new Error(`${entry} is not a file`)
  const folder = path.dirname(entry)
  const names = [path.basename(entry), ...(await assetsIn(folder))].toSorted()
  const files = new Map<string, PluginWebFile>()
  // One at a time: together they may be larger than should be in memory.
  for (const name of names) {
    const place = path.join(folder, name)
    files.set(name, { place, digest: sumOf(await readFile(place)), mediaType: mediaTypeOf(name) })
  }
  const sum = sumOfAll(new Map([...files].map(([name, { digest }]) => [name, digest])))
  return { entry: path.basename(entry), sum, files }
}

/** The content of a file; null when it has changed since it was checked. */
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
