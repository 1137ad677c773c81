import { enableCompileCache, flushCompileCache } from 'node:module'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'

/** How much garbage may accumulate before a collection, in percent of the live heap. */
const GARBAGE_PERCENT = 60
const COMPILED = path.resolve(import.meta.dirname, '../dist/compiled')

/**
 * Keeps compiled code for the next start, which makes it faster; called before anything else of the server is loaded.
 * Stored beside the build, not in the temporary folder, where other users could plant code; if the folder is not
 * writable, nothing is kept.
 */
export function keepCompiled(): void {
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED
  enableCompileCache(process.env['NODE_COMPILE_CACHE'])
}

/**
 * By default, on a machine with much memory, V8 lets the heap of a busy server grow to several times its live size,
 * which other processes may need. There is no limit: live data may still grow.
 *
 * Called once the server is loaded: V8 only accepts compiled code of equal flags, so it would compile Node's own modules
 * anew. For the same reason, what was compiled until now is stored first.
 */
export function keepHeapSmall(): void {
  flushCompileCache()
  setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`)
}
