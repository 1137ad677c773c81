import type { Plugin } from 'vite'
import { entrySize } from './entry-size.ts'

export const READER_LIMIT_KB = 105
export const READER_ENTRY = 'web/reader.tsx'

/** Fails the build when a reader must load more JavaScript than the budget allows before a page can be used. */
export const readerBudget = (): Plugin => ({
  name: 'reader-budget',
  apply: 'build',
  generateBundle: {
    // Last, when nothing is added to the files any more.
    order: 'post',
    handler(_options, bundle) {
      const size = entrySize(bundle, READER_ENTRY)
      if (size !== null && size > READER_LIMIT_KB)
        this.error(`reader entry: ${size.toFixed(1)} kB of JavaScript, gzipped (limit ${READER_LIMIT_KB})`)
    },
  },
})
