import type { AccessReader } from '../ports/access.ts'
import type { OpenStore, Store } from '../ports/store.ts'

/** The data doors decide by, readable by any id. Only doors access it; the type of other stores does not reveal it. */
export const factsIn = (store: OpenStore): AccessReader => (store as OpenStore & Pick<Store, 'access'>).access
