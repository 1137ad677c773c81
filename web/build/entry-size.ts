import { gzipSync } from 'node:zlib'

interface BuiltFile {
  readonly type: string
  readonly fileName: string
  readonly code?: string
  readonly imports?: readonly string[]
  readonly facadeModuleId?: string | null
}
/** The files of a build by name, as in Vite. */
export type Bundle = Readonly<Record<string, BuiltFile>>

/**
 * The gzipped JavaScript loaded before an entry can run: the entry and its static imports, in kB (1,000 bytes); null
 * when there is no such entry.
 */
export function entrySize(bundle: Bundle, source: string): number | null {
  const entry = Object.values(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith(source))
  if (!entry) return null
  return [...loadedWith(entry, bundle)].reduce((sum, file) => sum + gzippedKb(file), 0)
}

function loadedWith(file: BuiltFile, files: Bundle, seen = new Set<BuiltFile>()): ReadonlySet<BuiltFile> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const name of file.imports ?? []) {
    const imported = files[name]
    if (imported) loadedWith(imported, files, seen)
  }
  return seen
}

const gzippedKb = ({ code = '' }: BuiltFile): number => gzipSync(code, { level: 9 }).byteLength / 1000
