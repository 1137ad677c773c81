import type { AccessReader } from '../ports/access.ts'
import type { OpenStore, Store } from '../ports/store.ts'

/** What doors decide by, read by any id. Only doors ask for it: whoever else gets a store is not told that it is there. */
export const factsIn = (store: OpenStore): AccessReader => (store as OpenStore & Pick<Store, 'access'>).access
