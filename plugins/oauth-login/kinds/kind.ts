import type { Services } from '#core/plugin.ts'
import type { Claims } from '../person.ts'
import type { SiteSettings } from '../settings.ts'

/** A login that goes to another site, or comes back from there. */
export interface Asking {
  readonly settings: SiteSettings
  readonly services: Pick<Services, 'clock'>
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

/** What another site says of the person who came back. */
export interface Said {
  readonly claims: Claims
  /** Names the site in the ids of its people, which another site may give to others. */
  readonly site: string
  /** The field that belongs to one person for good; '' for the usual ones. */
  readonly idField: string
}

/** How sites of one kind are asked who logged in. What it throws is logged, and the login refused. */
export interface SiteKind {
  /** The address the browser goes to. */
  leave(leaving: Leaving): Promise<string>
  come(returning: Returning): Promise<Said>
}
