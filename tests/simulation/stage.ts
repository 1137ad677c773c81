import type { Agenda } from './agenda.ts'
import type { Ledger } from './ledger.ts'
import type { Network } from './network.ts'
import type { Sabotage } from './sabotage.ts'
import type { SimulatedOperations } from './simulated-operations.ts'

/** What the tabs of a run have in common. */
export interface Stage {
  readonly agenda: Agenda
  readonly network: Network
  readonly ledger: Ledger
  readonly itemId: number
  readonly operations: SimulatedOperations
  readonly sabotage: Sabotage
  /** Editors take locks; without it people write at the same time, as those do who lost a lock or never asked for one. */
  readonly hasLocks: boolean
  /** A line of the trace. */
  tell(what: string): void
}
