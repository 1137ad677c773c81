import type { Plugin } from '#core/plugin.ts'
import type { OperationTable } from '#core/operation.ts'
import type { Product } from '#core/perform.ts'
import type { OpenDatabase } from '#adapters/database/open.ts'
import type { Config } from './config.ts'
import type { PluginWebFiles } from './plugin-web-files.ts'

/** The running product with everything the HTTP layer needs. */
export interface Application {
  readonly config: Config
  readonly product: Product
  /** The operations of the core and of every running plugin. */
  readonly operations: OperationTable
  /** The plugins that started. */
  readonly plugins: readonly Plugin[]
  /** Web files of dropped-in plugins, by plugin id. */
  readonly pluginWebFiles: ReadonlyMap<string, PluginWebFiles>
  /** Signs cookies; 32 bytes. */
  readonly secretKey: Uint8Array
  /** @throws Error when the database does not answer, or most of what nearly every request reads is damaged */
  health(): Promise<void>
  /** Stops jobs and plugins, closes the database, releases the directory. */
  close(): Promise<void>
}

/** With additional parts for commands. */
export interface ComposedApplication extends Application {
  /** For the command that imports another system. */
  readonly carrying: Pick<OpenDatabase, 'carry' | 'isShared'>
}
