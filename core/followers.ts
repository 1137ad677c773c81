import { bindNamedFiles, sweepAfterItems } from './attachment/bind-named.ts'
import { recordChanges } from './change-log/record.ts'
import type { Follower } from './handlers.ts'
import { keepWithinTextLimits } from './site/text-limits.ts'

/** What the core itself makes of the facts of an operation, inside its transaction. */
export const coreFollowers: readonly Follower[] = [
  recordChanges,
  bindNamedFiles,
  sweepAfterItems,
  // Last, because near a limit others wait from here on until the end of the transaction.
  keepWithinTextLimits,
]
