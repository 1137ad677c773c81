import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { figure, type Bench } from './support/report.ts'

interface Chunk {
  readonly file: string
  readonly src?: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
}
const CLIENT = path.resolve(import.meta.dirname, '../dist/web')
const GOAL_BYTES = 105_000

/** What a reader's browser loads before the page is interactive: the reader entry and its static imports. */
export const readerSize: Bench = {
  name: 'reader-size',
  async run() {
    const manifest = JSON.parse(await readFile(path.join(CLIENT, '.vite/manifest.json'), 'utf8')) as Record<
      string,
      Chunk
    >
    const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry && key === 'web/reader.tsx')
    if (!entry) throw new Error('the build has no reader entry')
    const files = new Set<string>()
    const follow = (key: string): void => {
      const chunk = manifest[key]
      if (!chunk || files.has(chunk.file)) return
      files.add(chunk.file)
      chunk.imports?.forEach(follow)
    }
    follow(entry)
    const sizes = await Promise.all(
      [...files].map(async (file) => gzipSync(await readFile(path.join(CLIENT, file)), { level: 9 }).length),
    )
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    return [figure('JS of the reader entry, gzip', `${(bytes / 1000).toFixed(1)} kB`, '≤ 105 kB', bytes <= GOAL_BYTES)]
  },
}
