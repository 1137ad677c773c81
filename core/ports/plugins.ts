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
  /** Whether it cannot be switched off, because it has the screen with the switches. */
  readonly staysOn: boolean
  /** Why it is not running; null while it is. */
  readonly reason: PluginReason | null
  /** Its failures within the last hour, the latest last; none since it was switched on again. */
  readonly failures: readonly PluginFailure[]
  /** Its page kinds that are not called now, because they hung or ran out of memory too often. */
  readonly restingKinds: readonly RestingKind[]
  /** Until when searches do not ask it, because it hung too often; null while they do. */
  readonly searchRestsUntil: Date | null
  /** Extension points to which it adds values, and which do not exist. */
  readonly ignoredPoints: readonly IgnoredPoint[]
}
export interface IgnoredPoint {
  readonly id: string
  /** The one that was probably meant; null when none is similar. */
  readonly meant: string | null
}
/** Why a plugin does not run. What a `problem` says is in English, for the author of the plugin. */
export type PluginReason =
  | { readonly kind: 'byAdministrator' }
  /** It failed this often within an hour. */
  | { readonly kind: 'failures'; readonly count: number; readonly last: PluginFailure }
  /** Loading or starting it took too long. */
  | { readonly kind: 'startHangs'; readonly problem: string }
  /** There is another plugin of its name. */
  | { readonly kind: 'sameName' }
  | { readonly kind: 'otherVersion'; readonly written: number; readonly current: number }
  /** It needs other plugins. */
  | { readonly kind: 'needs'; readonly missing: readonly string[]; readonly notRunning: readonly string[] }
  /** They need each other. */
  | { readonly kind: 'circle'; readonly plugins: readonly string[] }
  | { readonly kind: 'doesNotStart'; readonly problem: string }

/** A part of a plugin that the server called; 'itself' when nothing more is known. */
export interface PluginPart {
  readonly kind: 'operation' | 'handler' | 'note' | 'outbox' | 'values' | 'job' | 'token' | 'route' | 'start' | 'itself'
  /** E.g. the name of the operation, or of the extension point; '' where there is only one. */
  readonly name: string
}

export interface PluginFailure {
  /**
   * error: it threw · hang: it took too long · block: it let the whole server wait, as an endless loop does · stray: an
   * error that nobody waited for, e.g. in a timer
   */
  readonly how: 'error' | 'hang' | 'block' | 'stray'
  readonly part: PluginPart
  /** In English; '' where there is nothing more to say. */
  readonly problem: string
  readonly at: Date
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
  /** @throws DomainError notFound | notAvailable (it did not start) | consoleStays */
  requireSwitchOff(id: string): void
  /** Forgets its errors, also those of its page kinds. @throws DomainError notFound | notAvailable (it did not start) */
  switchOn(id: string): void
  /** @throws DomainError as `requireSwitchOff` */
  switchOff(id: string, reason: PluginReason): void
}
