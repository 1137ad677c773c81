import type { AccessReader } from '../ports/access.ts'
import type { OpenStore, Store } from '../ports/store.ts'

/** What only doors read, by any id; the type of other stores does not reveal it. */
const closed = (store: OpenStore) => store as OpenStore & Pick<Store, 'access' | 'attachments' | 'teams' | 'space'>

/** The data doors decide by. */
export const factsIn = (store: OpenStore): AccessReader => closed(store).access
export const filesIn = (store: OpenStore): Store['attachments'] => closed(store).attachments
export const teamsIn = (store: OpenStore): Store['teams'] => closed(store).teams
export const spaceIn = (store: OpenStore): Store['space'] => closed(store).space
