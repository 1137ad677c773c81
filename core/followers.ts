import { bindNamedFiles, sweepAfterItems } from './attachment/bind-named.ts'
import { recordChanges } from './change-log/record.ts'
import type { Follower } from './handlers.ts'
import { endLocksWithRights } from './page/end-locks.ts'
import { keepWithinTextLimits } from './site/text-limits.ts'

/** The core's own reactions to the facts of an operation, inside its transaction. */
export const coreFollowers: readonly Follower[] = [
  recordChanges,
  bindNamedFiles,
  endLocksWithRights,
  sweepAfterItems,
  // Last, because near a quota other transactions wait from here on until this one ends.
  keepWithinTextLimits,
]
