import { wholeSession, type InSession } from '../actor.ts'
import type { OpenSession, Session } from '../context.ts'
import { wholeStore } from '../open-store.ts'
import type { AccessReader } from '../ports/access.ts'
import type { OpenStore, Store } from '../ports/store.ts'
import { wholeOf } from '../seen-less.ts'

type Holding<P extends keyof OpenStore> = Pick<OpenStore, P>

/* What only doors read, by any id; the type of other stores does not reveal it, and plugins do not have it. */

/** The data doors decide by. */
export const factsIn = (store: OpenStore): AccessReader => wholeStore(store).access
/** Also where only files are at hand. */
export const filesIn = ({ attachments }: Holding<'attachments'>): Store['attachments'] => wholeOf(attachments)
export const linksIn = (store: OpenStore): Store['pageLinks'] => wholeStore(store).pageLinks
export const teamsIn = (store: OpenStore): Store['teams'] => wholeStore(store).teams
export const spaceIn = (store: OpenStore): Store['space'] => wholeStore(store).space
export const tasksIn = (store: OpenStore): Store['tasks'] => wholeStore(store).tasks
export const auditIn = (store: OpenStore): Store['audit'] => wholeStore(store).audit
export const failedJobsIn = (store: OpenStore): Store['failedJobs'] => wholeStore(store).failedJobs
/** Accounts with what proves who they are. */
export const usersIn = ({ users }: Holding<'users'>): Store['users'] => wholeOf(users)
export const loginsIn = (store: OpenStore): Store['logins'] => wholeStore(store).logins
export const identitiesIn = (store: OpenStore): Store['identities'] => wholeStore(store).identities
export const mailLinksIn = (store: OpenStore): Store['mailLinks'] => wholeStore(store).mailLinks

/** Those of the product, which plugins do not reach; also where only they are at hand. */
export const documentsIn = ({ documents }: Holding<'documents'>): Store['documents'] => wholeOf(documents)
export const jobsIn = ({ jobs }: Holding<'jobs'>): Store['jobs'] => wholeOf(jobs)

/** What the caller's browser keeps and is given. @throws Error unless the product has put this caller there */
export const sessionIn = (ctx: InSession<OpenSession>): Session => wholeSession<Session>(ctx)
