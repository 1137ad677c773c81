import type { Plugin } from '#core/plugin.ts'
import type { OperationTable, Product } from '#core/operation.ts'
import type { Config } from './config.ts'

/** What became of one plugin at the start. */
export interface PluginStatus {
  readonly id: string
  readonly state: 'running' | 'disabled' | 'failed'
  /** Why it does not run; '' when it does. */
  readonly reason: string
}

/** The running product with everything the HTTP side needs to show it. */
export interface House {
  readonly config: Config
  readonly product: Product
  /** The core's and every running plugin's. */
  readonly operations: OperationTable
  /** Only those that run. */
  readonly plugins: readonly Plugin[]
  readonly pluginStatuses: readonly PluginStatus[]
  /** The files browsers import for plugins that were built apart from the product, by plugin id. */
  readonly pluginWebEntries: ReadonlyMap<string, string>
  /** Signs cookies; 32 bytes. */
  readonly secretKey: Uint8Array
  /** @throws Error when the database does not answer */
  health(): Promise<void>
  /** Stops jobs and plugins, closes the database, gives the directory back. */
  close(): Promise<void>
}
