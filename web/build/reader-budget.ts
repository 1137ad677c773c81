import type { Plugin } from 'vite'
import { entrySize } from './entry-size.ts'

export const READER_LIMIT_KB = 105
export const READER_ENTRY = 'web/reader.tsx'

/** Fails the build if readers must load more JavaScript than the budget before a page can be used. */
export const readerBudget = (): Plugin => ({
  name: 'reader-budget',
  apply: 'build',
  generateBundle: {
    // Last, when no more files are added.
    order: 'post',
    handler(_options, bundle) {
      const size = entrySize(bundle, READER_ENTRY)
      if (size !== null && size > READER_LIMIT_KB)
        this.error(`reader entry: ${size.toFixed(1)} kB of JavaScript, gzipped (limit ${READER_LIMIT_KB})`)
    },
  },
})
