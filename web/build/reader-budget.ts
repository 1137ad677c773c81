import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const AIM_KB = 115
const LIMIT_KB = 120
const READER_ENTRY = 'web/reader.tsx'

interface BuiltFile {
  readonly type: string
  readonly fileName: string
  readonly code?: string
  readonly imports?: readonly string[]
  readonly facadeModuleId?: string | null
}

/** Fails the build when a reader must load more JavaScript than the budget allows before a page can be used. */
export const readerBudget = (): Plugin => ({
  name: 'reader-budget',
  apply: 'build',
  generateBundle: {
    // Last, when nothing is added to the files any more.
    order: 'post',
    handler(_options, bundle) {
      const files: Readonly<Record<string, BuiltFile>> = bundle
      const entry = Object.values(files).find(({ facadeModuleId }) => facadeModuleId?.endsWith(READER_ENTRY))
      if (!entry) return
      const kilobytes = [...loadedWith(entry, files)].reduce((sum, file) => sum + gzippedKb(file), 0)
      const text = `reader entry: ${kilobytes.toFixed(1)} kB of JavaScript, gzipped (aim ${AIM_KB}, limit ${LIMIT_KB})`
      if (kilobytes > LIMIT_KB) this.error(text)
      else if (kilobytes > AIM_KB) this.warn(text)
      else this.info(text)
    },
  },
})

function loadedWith(
  file: BuiltFile,
  files: Readonly<Record<string, BuiltFile>>,
  seen = new Set<BuiltFile>(),
): ReadonlySet<BuiltFile> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const name of file.imports ?? []) {
    const imported = files[name]
    if (imported) loadedWith(imported, files, seen)
  }
  return seen
}

const gzippedKb = ({ code = '' }: BuiltFile): number => gzipSync(code, { level: 9 }).byteLength / 1000
