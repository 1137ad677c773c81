import type { Plugin } from '#core/plugin.ts'
import type { OperationTable } from '#core/operation.ts'
import type { Product } from '#core/perform.ts'
import type { OpenDatabase } from '#adapters/database/open.ts'
import type { Config } from './config.ts'
import type { PluginWebFiles } from './plugin-web-files.ts'

/** The running product with everything the HTTP side needs to show it. */
export interface Application {
  readonly config: Config
  readonly product: Product
  /** The core's and every running plugin's. */
  readonly operations: OperationTable
  /** Those that came up. */
  readonly plugins: readonly Plugin[]
  /** What browsers load of plugins that were built apart from the product, by plugin id. */
  readonly pluginWebFiles: ReadonlyMap<string, PluginWebFiles>
  /** Signs cookies; 32 bytes. */
  readonly secretKey: Uint8Array
  /** @throws Error when the database does not answer, or most of what nearly every request reads is damaged */
  health(): Promise<void>
  /** Stops jobs and plugins, closes the database, gives the directory back. */
  close(): Promise<void>
}

/** With what only commands need of it. */
export interface ComposedApplication extends Application {
  /** For the one that carries another system into this one. */
  readonly carrying: Pick<OpenDatabase, 'carry' | 'isShared'>
}
