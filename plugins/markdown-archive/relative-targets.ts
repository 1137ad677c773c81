import { posix } from 'node:path'
import { splitTarget } from '#core/plugin.ts'

/** Where a relative target leads from the file in which it stands, in the archive; null for one of another kind. */
export function pathFrom(file: string, target: string): string | null {
  if (/^([a-z][a-z0-9+.-]*:|[/?#])/i.test(target)) return null
  const path = posix.normalize(posix.join(posix.dirname(file), decodedPath(splitTarget(target).place)))
  return path.startsWith('../') ? null : path
}

/** The relative target that leads from one file of the archive to another, in signs that end no link. */
export const targetTo = (file: string, path: string): string =>
  encodeURI(posix.relative(posix.dirname(file), path)).replaceAll(/[()'?#]/g, (sign) => ENCODED[sign] ?? sign)
const ENCODED: Readonly<Record<string, string>> = { '(': '%28', ')': '%29', "'": '%27', '?': '%3F', '#': '%23' }

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
