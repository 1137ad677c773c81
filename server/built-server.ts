import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { SERVER_BUILD } from './build-place.ts'
import type * as Sources from './run.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

const STAMP = 'built-from.json'

/** What a build was made from. Its files decide by size and time or, where a copy has other times, by their content. */
interface Origin {
  /** Paths within the product. */
  readonly files: readonly (readonly [file: string, bytes: number, changedMs: number, sha1: string])[]
  readonly plugins: readonly string[]
}

/**
 * The server from its build, which loads in less time; from its sources if there is no build, or if a file it was
 * made from has changed since.
 */
export async function loadServer(): Promise<typeof Sources> {
  if (!isCurrent()) return import('./run.ts')
  return (await import(pathToFileURL(path.join(SERVER_BUILD, 'run.js')).href)) as typeof Sources
}

/** Whether there is a build, made from exactly the present sources. */
export function isCurrent(root = ROOT): boolean {
  try {
    const { files, plugins } = JSON.parse(readFileSync(path.join(root, 'dist/server', STAMP), 'utf8')) as Origin
    return files.every((known) => isUnchanged(root, known)) && plugins.join() === sourcePlugins(root).join()
  } catch {
    return false
  }
}

function isUnchanged(root: string, [file, bytes, changedMs, sha1]: Origin['files'][number]): boolean {
  const place = path.join(root, file)
  const { size, mtimeMs } = statSync(place)
  return size === bytes && (mtimeMs === changedMs || sha1Of(place) === sha1)
}

/** Records what a build was made from, which makes it one that is used. @param files paths within the product */
export function recordOrigin(files: readonly string[], root = ROOT): void {
  const described = files.map((file) => {
    const place = path.join(root, file)
    const { size, mtimeMs } = statSync(place)
    return [file, size, mtimeMs, sha1Of(place)] as const
  })
  const origin: Origin = { files: described, plugins: sourcePlugins(root) }
  writeFileSync(path.join(root, 'dist/server', STAMP), JSON.stringify(origin))
}

const sha1Of = (file: string): string => createHash('sha1').update(readFileSync(file)).digest('hex')

/** The ids of the product's plugins. */
export const sourcePlugins = (root = ROOT): readonly string[] =>
  readdirSync(path.join(root, 'plugins'))
    .filter((id) => isPlugin(path.join(root, 'plugins', id)))
    .toSorted()
const isPlugin = (folder: string): boolean =>
  statSync(path.join(folder, 'plugin.ts'), { throwIfNoEntry: false }) !== undefined
