import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'

/** How much garbage may accumulate before a collection, in percent of the live heap. */
const GARBAGE_PERCENT = 60
const COMPILED = path.resolve(import.meta.dirname, '../dist/compiled')

/**
 * Called before anything else of the server is loaded: code compiled under other flags cannot be reused by the next
 * start.
 */
export function prepareProcess(): void {
  keepHeapSmall()
  keepCompiled()
}

/**
 * By default, on a machine with much memory, V8 lets the heap of a busy server grow to several times its live size,
 * which other processes may need. There is no limit: live data may still grow.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`)
}

/**
 * Keeps compiled code for the next start, which makes it faster. Stored beside the build, not in the temporary folder,
 * where other users could plant code; if the folder is not writable, nothing is kept.
 */
function keepCompiled(): void {
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED
  enableCompileCache(process.env['NODE_COMPILE_CACHE'])
}
