import type { IncomingFile } from './files.ts'

/** A plugin uploaded by an administrator that is not running yet. */
export interface UploadedPlugin {
  readonly id: string
  /** '' when not specified. */
  readonly version: string
  /** In English. */
  readonly summary: string
  /** SHA-256 over all of its files, in the format of `PLUGIN_SUMS`. */
  readonly sum: string
  readonly takenAt: Date
  /** Whether one with this name is installed, which it would replace. */
  readonly isNewVersion: boolean
}

/** The result of checking an upload: nothing is kept when it has faults. */
export interface TakenPlugin {
  readonly id: string
  readonly sum: string
  /** In English, one per line; empty when it keeps the contract. */
  readonly faults: readonly string[]
}

/** Plugins uploaded by administrators; they run as code of this server (threats G3). */
export interface PluginUploads {
  /** Whether the operator allows administrators to upload. */
  readonly isOn: boolean
  list(): Promise<readonly UploadedPlugin[]>
  /**
   * Unpacks and checks one, and stores it for installation when it has no faults.
   * @throws DomainError pluginUploadOff; pluginUnusable with the `problem` when it is not a plugin; busy; diskFull
   */
  take(file: IncomingFile): Promise<TakenPlugin>
  /**
   * Installs it; the next start of the server runs it.
   * @param requireMeant refuses one that is not the one that is meant
   * @throws DomainError pluginUploadOff; notFound; pluginUnusable; busy
   */
  putInPlace(id: string, requireMeant: (found: UploadedPlugin) => void): Promise<void>
  /** @throws DomainError pluginUploadOff; notFound; busy */
  discard(id: string, requireMeant: (found: UploadedPlugin) => void): Promise<void>
}
