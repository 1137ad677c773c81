import type { IncomingFile } from './files.ts'

/** A plugin that an administrator has sent, and that runs nowhere yet. */
export interface UploadedPlugin {
  readonly id: string
  /** '' where it does not say. */
  readonly version: string
  /** In English. */
  readonly summary: string
  /** SHA-256 over all of its files, as `PLUGIN_SUMS` has it. */
  readonly sum: string
  readonly takenAt: Date
  /** Whether one of this name is in place, which it would take the place of. */
  readonly isNewVersion: boolean
}

/** What came of looking at a file that was sent: nothing is kept of one with faults. */
export interface TakenPlugin {
  readonly id: string
  readonly sum: string
  /** In English, one line each; none when it keeps the contract. */
  readonly faults: readonly string[]
}

/** Plugins that administrators send; what they hold is code of this server (threats G3). */
export interface PluginUploads {
  /** Whether the operator lets administrators do so. */
  readonly isOn: boolean
  list(): Promise<readonly UploadedPlugin[]>
  /**
   * Unpacks and checks one, and keeps it aside when nothing is wrong with it.
   * @throws DomainError pluginUploadOff; pluginUnusable with the `problem` for what is no plugin; busy; diskFull
   */
  take(file: IncomingFile): Promise<TakenPlugin>
  /** Has the next start of the server run it. @throws DomainError pluginUploadOff; notFound; pluginUnusable */
  putInPlace(id: string): Promise<void>
  /** @throws DomainError pluginUploadOff; notFound */
  discard(id: string): Promise<void>
}
