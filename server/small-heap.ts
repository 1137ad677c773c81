import { setFlagsFromString } from 'node:v8'

/** How much garbage may gather before it is collected, in percent of what is in use. */
const GARBAGE_PERCENT = 60

/**
 * Left alone, V8 lets the heap of a busy server grow to several times of what is in use where the machine has much memory,
 * which others on the machine may need. No limit is set: what is in use may still grow.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`)
}
