import type { z } from 'zod'
import type { Language } from '../language.ts'

/** State of one plugin. */
export interface PluginStatus {
  readonly id: string
  /** Its display name; its id when it has none. */
  readonly name: Readonly<Record<Language, string>>
  /** One sentence; '' when it could not be loaded. */
  readonly summary: Readonly<Record<Language, string>>
  /** Its version; '' when not specified. */
  readonly version: string
  /**
   * running · off: started, then switched off · disabled: left out by the configuration · failed: did not start. Only
   * the first two change without a restart of the server.
   */
  readonly state: 'running' | 'off' | 'disabled' | 'failed'
  /** Why it is not running, or which part of it is not, in English, for operators; '' when all of it is. */
  readonly reason: string
  /** Its page kinds that are not called now, because they hung or ran out of memory too often. */
  readonly restingKinds: readonly RestingKind[]
  /** Until when searches do not ask it, because it hung too often; null while they do. */
  readonly searchRestsUntil: Date | null
}
export interface RestingKind {
  readonly id: string
  readonly until: Date
}

/** The settings of a plugin, as administrators see them. */
export interface PluginSettings {
  readonly id: string
  readonly schema: z.ZodType
  /** The `settings` part of its messages. */
  readonly texts: Readonly<Record<Language, { readonly [key: string]: string | PluginSettings['texts'][Language] }>>
}

/** The plugins of this server, with a switch for each. */
export interface PluginSwitches {
  /** One row per plugin found, with its current state. */
  list(): readonly PluginStatus[]
  /** Settings of plugins that started, including those that are off. */
  settings(): readonly PluginSettings[]
  /** @throws DomainError notFound | notAvailable (it did not start) */
  requireSwitch(id: string): void
  /** Forgets its errors, also those of its page kinds. @throws DomainError notFound | notAvailable (it did not start) */
  switchOn(id: string): void
  /** @throws DomainError notFound | notAvailable (it did not start) */
  switchOff(id: string, reason: string): void
}
