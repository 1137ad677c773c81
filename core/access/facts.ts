import type { AccessReader } from '../ports/access.ts'
import type { OpenStore, Store } from '../ports/store.ts'

/** What only doors read, by any id; the type of other stores does not reveal it. */
const closed = (store: OpenStore) => store as OpenStore & Pick<Store, Closed>
type Closed = 'access' | 'pageLinks' | 'teams' | 'space' | 'tasks' | 'audit' | 'failedJobs'

/** The data doors decide by. */
export const factsIn = (store: OpenStore): AccessReader => closed(store).access
/** Also where only files are at hand. */
export const filesIn = ({ attachments }: Pick<OpenStore, 'attachments'>): Store['attachments'] =>
  attachments as Store['attachments']
export const linksIn = (store: OpenStore): Store['pageLinks'] => closed(store).pageLinks
export const teamsIn = (store: OpenStore): Store['teams'] => closed(store).teams
export const spaceIn = (store: OpenStore): Store['space'] => closed(store).space
export const tasksIn = (store: OpenStore): Store['tasks'] => closed(store).tasks
export const auditIn = (store: OpenStore): Store['audit'] => closed(store).audit
export const failedJobsIn = (store: OpenStore): Store['failedJobs'] => closed(store).failedJobs
