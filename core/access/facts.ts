import { wholeSession, type InSession } from '../actor.ts'
import type { OpenSession, Session } from '../context.ts'
import { wholeStore } from '../open-store.ts'
import type { AccessReader } from '../ports/access.ts'
import type { OpenStore, Store } from '../ports/store.ts'
import { wholeOf } from '../seen-less.ts'

type Holding<P extends keyof OpenStore> = Pick<OpenStore, P>
/** Of the whole where the store is what a plugin got. One that a plugin has made of its ports has no more than these. */
const partOf = <P extends keyof OpenStore>(store: Holding<P>, port: P): Store[P] => wholeOf<Pick<Store, P>>(store)[port]

/* What only doors read, by any id; the type of other stores does not reveal it, and plugins do not have it. */

/** The data doors decide by. */
export const factsIn = (store: OpenStore): AccessReader => wholeStore(store).access
/** Also where only files are at hand. */
export const filesIn = (store: Holding<'attachments'>): Store['attachments'] => partOf(store, 'attachments')
export const linksIn = (store: OpenStore): Store['pageLinks'] => wholeStore(store).pageLinks
export const teamsIn = (store: OpenStore): Store['teams'] => wholeStore(store).teams
export const spaceIn = (store: OpenStore): Store['space'] => wholeStore(store).space
export const tasksIn = (store: OpenStore): Store['tasks'] => wholeStore(store).tasks
export const auditIn = (store: OpenStore): Store['audit'] => wholeStore(store).audit
export const failedJobsIn = (store: OpenStore): Store['failedJobs'] => wholeStore(store).failedJobs
/** Accounts with what proves who they are. */
export const usersIn = (store: Holding<'users'>): Store['users'] => partOf(store, 'users')
export const loginsIn = (store: OpenStore): Store['logins'] => wholeStore(store).logins
export const identitiesIn = (store: OpenStore): Store['identities'] => wholeStore(store).identities
export const mailLinksIn = (store: OpenStore): Store['mailLinks'] => wholeStore(store).mailLinks

/** Those of the product, which plugins do not reach; also where only they are at hand. */
export const documentsIn = (store: Holding<'documents'>): Store['documents'] => partOf(store, 'documents')
export const jobsIn = (store: Holding<'jobs'>): Store['jobs'] => partOf(store, 'jobs')

/** What the caller's browser keeps and is given. @throws Error unless the product has put this caller there */
export const sessionIn = (ctx: InSession<OpenSession>): Session => wholeSession<Session>(ctx)
