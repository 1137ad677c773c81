import type { Actor } from './access/access.ts'
import type { Preferences } from './account/preferences.ts'
import type { Audit } from './audit/entry.ts'
import type { Emit } from './events.ts'
import type { ExtensionPoint } from './extension.ts'
import type { FileStorages, IncomingFiles, VisitTally } from './ports/files.ts'
import type { Attempts, Captchas, CommonPasswords, Passwords, Seals } from './ports/login.ts'
import type { Mail } from './ports/mail.ts'
import type { QrCodes, Renderer } from './ports/rendering.ts'
import type { Store } from './ports/store.ts'
import type { KeptMenu } from './item/kept-menu.ts'
import type { Clock, Keys, Log, Shelf } from './ports/surroundings.ts'

/** Everything an operation needs from the world, the store apart. */
export interface Services {
  readonly clock: Clock
  readonly keys: Keys
  readonly log: Log
  readonly passwords: Passwords
  readonly commonPasswords: CommonPasswords
  readonly seals: Seals
  readonly captchas: Captchas
  readonly attempts: Attempts
  readonly mail: Mail
  readonly qrCodes: QrCodes
  readonly renderer: Renderer
  readonly menus: Shelf<KeptMenu>
  readonly incoming: IncomingFiles
  readonly files: FileStorages
  readonly visits: VisitTally
  /** The values contributed to an extension point, in the order of their plugins. */
  extensions<T>(point: ExtensionPoint<T>): readonly T[]
}

export const LANGUAGES = ['zh-cn', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** The caller's browser or program as the core sees it. The server does it with cookies, tests with an object. */
export interface Session {
  /** Where the caller comes from, for counting attempts: an IPv4 address or an IPv6 /64. */
  readonly address: string
  /** What the program calls itself; '' when it does not say. */
  readonly userAgent: string
  readonly language: Language
  /** Names the request in the log and on record. */
  readonly requestId: string
  /** The captcha this browser was shown last; null when none. */
  readonly captchaId: string | null
  /** Digest of the login token in use; null for visitors. */
  readonly tokenDigest: string | null
  /** The generation of the visit password the caller gave for the item; null when none. */
  passedGeneration(itemId: number): number | null
  /** Remembers in the browser that the visit password was given. */
  rememberPass(itemId: number, generation: number): void
  rememberCaptcha(captchaId: string): void
  /** Hands the login token to the browser, good until then. */
  signIn(token: string, until: Date): void
  /** Has the browser show the product as this account wants it, now and after the logout. */
  applyPreferences(preferences: Preferences): void
  signOut(): void
}

/** What a query gets. */
export interface Context {
  readonly actor: Actor
  readonly session: Session
  readonly store: Store
  readonly services: Services
  /**
   * Puts something on record beyond what follows from events (`core/audit/record.ts`). What is said to be done is kept
   * when the operation succeeds; what is said to be refused is kept when it fails, too.
   */
  readonly audit: Audit
}
/** What a command gets: it may also announce facts. */
export interface CommandContext extends Context {
  readonly emit: Emit
}
/** What a handler or a job gets: no caller, nothing further to announce. */
export type HandlerContext = Pick<Context, 'store' | 'services'>
