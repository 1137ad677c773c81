import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Whose code is running, also in timers and after waits that it has begun. Only for naming errors: what the product
 * begins within a call, such as the queue of jobs, is named as well.
 */
const calls = new AsyncLocalStorage<string>()

/** Does work of a plugin. */
export const asPlugin = <T>(id: string, work: () => T): T => calls.run(id, work)

/** Does work of the product for a plugin. */
export const asProduct = <T>(work: () => T): T => calls.exit(work)

/** The plugin whose code is running, as far as that is known. */
export const pluginUnderWay = (): string | null => calls.getStore() ?? null
