import { bindNamedFiles, sweepAfterItems } from './attachment/bind-named.ts'
import { recordChanges } from './change-log/record.ts'
import type { Follower } from './handlers.ts'

/** What the core itself makes of the facts of an operation, inside its transaction. */
export const coreFollowers: readonly Follower[] = [recordChanges, bindNamedFiles, sweepAfterItems]
