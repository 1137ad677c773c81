import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Whose code is running, also in timers and after waits that it has begun. An error that nothing catches is counted
 * against that plugin, and the server goes on. After an error of the product it must not, so what the product does for a
 * plugin is done `asProduct`. Only what contributed functions call directly, e.g. a store, is not.
 */
const calls = new AsyncLocalStorage<string>()

/** Does work of a plugin. */
export const asPlugin = <T>(id: string, work: () => T): T => calls.run(id, work)

/** Does work of the product for a plugin. */
export const asProduct = <T>(work: () => T): T => calls.exit(work)

/** The plugin whose code is running, as far as that is known. */
export const pluginUnderWay = (): string | null => calls.getStore() ?? null
