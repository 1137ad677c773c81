import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'

/** How much garbage may gather before it is collected, in percent of what is in use. */
const GARBAGE_PERCENT = 60
const COMPILED = path.resolve(import.meta.dirname, '../dist/compiled')

/**
 * Called before anything else of the server is loaded: code that was compiled under other flags is of no use to the next
 * start.
 */
export function prepareProcess(): void {
  keepHeapSmall()
  keepCompiled()
}

/**
 * Left alone, V8 lets the heap of a busy server grow to several times of what is in use where the machine has much memory,
 * which others on the machine may need. No limit is set: what is in use may still grow.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`)
}

/**
 * What was compiled is kept for the next start, which is then quicker. Beside the build, not in the folder for temporary
 * files, where others could put code of theirs; where nothing can be written, nothing is kept.
 */
function keepCompiled(): void {
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED
  enableCompileCache(process.env['NODE_COMPILE_CACHE'])
}
