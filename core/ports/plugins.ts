import type { z } from 'zod'
import type { Language } from '../language.ts'

/** What became of one plugin. */
export interface PluginStatus {
  readonly id: string
  /** What people call it; its id where it says nothing else. */
  readonly name: Readonly<Record<Language, string>>
  /** One sentence; '' when it could not be loaded. */
  readonly summary: Readonly<Record<Language, string>>
  /** As it says itself; '' when it says nothing. */
  readonly version: string
  /**
   * running · off: came up, and was switched off since · disabled: left out by the configuration · failed: did not come up.
   * Only the first two change without a start of the server.
   */
  readonly state: 'running' | 'off' | 'disabled' | 'failed'
  /** Why it does not run, in English, for operators; '' when it does. */
  readonly reason: string
}

/** What administrators decide about a plugin. */
export interface PluginSettings {
  readonly id: string
  readonly schema: z.ZodType
  /** `settings` of its messages. */
  readonly texts: Readonly<Record<Language, { readonly [key: string]: string | PluginSettings['texts'][Language] }>>
}

/** The plugins of this server, and the switch of each. */
export interface PluginSwitches {
  /** One row per plugin found, as of now. */
  list(): readonly PluginStatus[]
  /** Of those that came up, also when they are off. */
  settings(): readonly PluginSettings[]
  /** @throws DomainError notFound | notAvailable (it did not come up) */
  requireSwitch(id: string): void
  /** Forgets the errors that switched it off. @throws DomainError notFound | notAvailable (it did not come up) */
  switchOn(id: string): void
  /** @throws DomainError notFound | notAvailable (it did not come up) */
  switchOff(id: string, reason: string): void
}
