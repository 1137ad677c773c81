import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DocumentHead } from '#web/document.ts'
import type * as serverEntry from '#web/server-entry.tsx'

type ServerEntry = typeof serverEntry
type Files = Pick<DocumentHead, 'scripts' | 'preloads' | 'styles'>

/** The built web: the server renderer, and the files each document loads. */
export interface WebBuild {
  readonly folder: string
  /** Changes with any of its files. */
  readonly digest: string
  readonly entry: ServerEntry
  readonly readerFiles: Files
  /** For addresses without a screen of their own. */
  readonly appFiles: Files
  /** By name of the screens rendered in the browser: their files are preloaded. */
  readonly screenFiles: ReadonlyMap<string, Files>
}

interface ManifestChunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}
type Manifest = Readonly<Record<string, ManifestChunk>>

const DIST = path.resolve(import.meta.dirname, '../../dist')

/** Null when the web has not been built: then only the API responds. */
export async function readWebBuild(): Promise<WebBuild | null> {
  const folder = path.join(DIST, 'web')
  const text = await readFile(path.join(folder, '.vite/manifest.json'), 'utf8').catch(missingFile)
  if (text === null) return null
  const manifest = JSON.parse(text) as Manifest
  const render = pathToFileURL(path.join(DIST, 'render/server-entry.js')).href
  const entry = (await import(render)) as ServerEntry
  return {
    folder,
    digest: createHash('sha256').update(text).digest('hex'),
    entry,
    readerFiles: filesOf(manifest, 'web/reader.tsx'),
    appFiles: filesOf(manifest, 'web/main.tsx'),
    screenFiles: screenFilesOf(manifest),
  }
}

/** `itemList` is in `web/screens/item-list/item-list-screen.tsx`. */
const SCREEN = /^web\/screens\/([\w-]+)\/\1-screen\.tsx$/
/** Modules each of them is loaded with, including the API client. */
const WITH_SCREENS = ['web/api/with-api.tsx', 'web/api/api-client.ts']

function screenFilesOf(manifest: Manifest): ReadonlyMap<string, Files> {
  const app = filesOf(manifest, 'web/main.tsx')
  const found = new Map<string, Files>()
  for (const entry of Object.keys(manifest)) {
    const folder = SCREEN.exec(entry)?.[1]
    if (!folder) continue
    const parts = [...WITH_SCREENS, entry].map((name) => filesOf(manifest, name))
    found.set(
      folder.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      {
        scripts: app.scripts,
        preloads: without(app.scripts, [
          ...app.preloads,
          ...parts.flatMap((part) => [...part.preloads, ...part.scripts]),
        ]),
        styles: without([], [...app.styles, ...parts.flatMap(({ styles }) => styles)]),
      },
    )
  }
  return found
}

const without = (others: readonly string[], files: readonly string[]): readonly string[] =>
  [...new Set(files)].filter((file) => !others.includes(file))

function missingFile(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** What a document with this entry loads immediately. */
function filesOf(manifest: Manifest, entry: string): Files {
  const chunks = chunksOf(manifest, entry)
  const scripts = chunks.map(({ file }) => `/${file}`)
  return {
    scripts: scripts.slice(-1),
    preloads: scripts.slice(0, -1),
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css))].map((file) => `/${file}`),
  }
}

/** A chunk after all its imports, so that specific styles follow general ones. */
function chunksOf(manifest: Manifest, name: string, seen = new Set<string>()): readonly ManifestChunk[] {
  const chunk = manifest[name]
  if (!chunk || seen.has(name)) return []
  seen.add(name)
  return [...(chunk.imports ?? []).flatMap((imported) => chunksOf(manifest, imported, seen)), chunk]
}
