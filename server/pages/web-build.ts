import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DocumentHead } from '#web/document.ts'
import type * as serverEntry from '#web/server-entry.tsx'

type ServerEntry = typeof serverEntry
type Files = Pick<DocumentHead, 'scripts' | 'preloads' | 'styles'>

/** The built web: what renders documents, and which files they load. */
export interface WebBuild {
  readonly folder: string
  readonly entry: ServerEntry
  readonly readerFiles: Files
  readonly appFiles: Files
}

interface ManifestChunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}
type Manifest = Readonly<Record<string, ManifestChunk>>

const DIST = path.resolve(import.meta.dirname, '../../dist')

/** Null when the web has not been built: then only the API answers. */
export async function readWebBuild(): Promise<WebBuild | null> {
  const folder = path.join(DIST, 'web')
  const text = await readFile(path.join(folder, '.vite/manifest.json'), 'utf8').catch(missingFile)
  if (text === null) return null
  const manifest = JSON.parse(text) as Manifest
  const render = pathToFileURL(path.join(DIST, 'render/server-entry.js')).href
  const entry = (await import(render)) as ServerEntry
  return {
    folder,
    entry,
    readerFiles: filesOf(manifest, 'web/reader.tsx'),
    appFiles: filesOf(manifest, 'web/main.tsx'),
  }
}

function missingFile(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** What a document with this entry loads at once. */
function filesOf(manifest: Manifest, entry: string): Files {
  const chunks = chunksOf(manifest, entry)
  const scripts = chunks.map(({ file }) => `/${file}`)
  return {
    scripts: scripts.slice(-1),
    preloads: scripts.slice(0, -1),
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css))].map((file) => `/${file}`),
  }
}

/** A chunk after all those it imports, so that particular styles come after general ones. */
function chunksOf(manifest: Manifest, name: string, seen = new Set<string>()): readonly ManifestChunk[] {
  const chunk = manifest[name]
  if (!chunk || seen.has(name)) return []
  seen.add(name)
  return [...(chunk.imports ?? []).flatMap((imported) => chunksOf(manifest, imported, seen)), chunk]
}
