import type { OpenServices } from '#core/plugin.ts'
import type { Claims } from '../person.ts'
import type { SiteSettings } from '../settings.ts'

/** A login going to, or returning from, another site. */
export interface Asking {
  readonly settings: SiteSettings
  readonly services: Pick<OpenServices, 'clock'>
  readonly signal: AbortSignal
}
export interface Leaving extends Asking {
  readonly callbackUrl: string
  readonly state: string
  readonly codeVerifier: string
}
export interface Returning extends Asking {
  readonly query: Readonly<Record<string, string>>
  readonly callbackUrl: string
  readonly codeVerifier: string
}

/** What another site says about the person. */
export interface Said {
  readonly claims: Claims
  /** Prefix for the ids of its people, because another site may have the same ids. */
  readonly site: string
  /** The field with a permanent, unique id; '' for the usual ones. */
  readonly idField: string
}

/** How a kind of site identifies the person. Errors are logged, and the login is refused. */
export interface SiteKind {
  /** The address for the browser. */
  leave(leaving: Leaving): Promise<string>
  come(returning: Returning): Promise<Said>
  /** Whether the person declined, at a site that says so in its own way, and not by the error `access_denied`. */
  isDeclined?(query: Returning['query']): boolean
}
