import type { Database } from '#core/ports/store.ts'

/** Where a run takes place: an item with one page that all of its writers may edit. */
export interface SimulatedWorld {
  readonly database: Database
  readonly itemId: number
  readonly pageId: number
  readonly userIds: readonly number[]
  /** Has the clock of the database follow the run; without it there are no locks. */
  readonly setClock?: ((now: () => number) => void) | undefined
  /** Waits until nothing is under way; what is done in memory comes to rest by itself. */
  settle?(): Promise<void>
}
