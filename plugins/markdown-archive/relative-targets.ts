import { posix } from 'node:path'
import { splitTarget } from '#core/plugin.ts'

/** The path in the archive that a relative target in a file leads to; null for other targets. */
export function pathFrom(file: string, target: string): string | null {
  if (/^([a-z][a-z0-9+.-]*:|[/?#])/i.test(target)) return null
  const path = posix.normalize(posix.join(posix.dirname(file), decodedPath(splitTarget(target).place)))
  return path.startsWith('../') ? null : path
}

/** The relative target from one file of the archive to another, encoded so that it cannot end a link. */
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
