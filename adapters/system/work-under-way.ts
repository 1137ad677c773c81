import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What the running code belongs to, also after waits and in timers that it has begun: the id of a request, or the job or
 * task by its number. An error is then logged under it wherever it is noticed.
 */
const works = new AsyncLocalStorage<string>()

/** Does work that belongs to this. */
export const asWorkOf = <T>(id: string, work: () => T): T => works.run(id, work)

/** What the running code belongs to; '' for nothing that is known. */
export const workUnderWay = (): string => works.getStore() ?? ''
