import { globSync } from 'node:fs'
import type { Plugin } from 'vite'
import { entrySize } from './entry-size.ts'
import { READER_ENTRY, READER_LIMIT_KB } from './reader-budget.ts'

const APP_ENTRY = 'web/main.tsx'

/**
 * Summarises a build in a few lines. Vite's own list has some hundred files, and people starting the product for the
 * first time have to find the set-up address below it.
 */
export function buildReport(title: string): Plugin {
  const started = Date.now()
  const entries: string[] = []
  return {
    name: 'build-report',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const [reader, app] = [READER_ENTRY, APP_ENTRY].map((source) => entrySize(bundle, source))
        if (reader) entries.push(`reader ${reader.toFixed(1)} kB (limit ${READER_LIMIT_KB})`)
        if (app) entries.push(`app ${app.toFixed(1)} kB`)
      },
    },
    writeBundle: {
      // After plugins that add files.
      order: 'post',
      sequential: true,
      handler({ dir = '' }) {
        const files = globSync('**/*.*', { cwd: dir })
        const compressed = files.filter((file) => file.endsWith('.br')).length
        const copies = compressed > 0 ? `, ${compressed} of them compressed as well` : ''
        const seconds = ((Date.now() - started) / 1000).toFixed(1)
        const first = `${title}: ${files.filter((file) => !/\.(br|gz)$/.test(file)).length} files${copies}, in ${seconds} s`
        process.stdout.write(`${first}\n`)
        if (entries.length > 0) process.stdout.write(`  JavaScript of the entries, gzipped: ${entries.join(', ')}\n`)
      },
    },
  }
}
