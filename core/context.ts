import type { Actor, Program } from './actor.ts'
import type { Preferences } from './account/preferences.ts'
import type { Audit } from './audit/entry.ts'
import type { Emit } from './events.ts'
import type { ExtensionPoint } from './extension.ts'
import type { Gate } from './gate.ts'
import type { Language } from './language.ts'
import type { Backups } from './ports/backups.ts'
import type { FileStorages, IncomingFiles, VisitTally } from './ports/files.ts'
import type { ServerHealth } from './ports/health.ts'
import type { Attempts, Captchas, CommonPasswords, OneTimeCodes, Passwords, Seals } from './ports/login.ts'
import type { Mail } from './ports/mail.ts'
import type { PluginUploads } from './ports/plugin-uploads.ts'
import type { Updates } from './ports/updates.ts'
import type { Outbound } from './ports/outbound.ts'
import type { KindCalls } from './ports/page-kinds.ts'
import type { PluginSwitches } from './ports/plugins.ts'
import type { QrCodes, Renderer } from './ports/rendering.ts'
import type { OpenStore, Store } from './ports/store.ts'
import type { KnownTextBytes } from './ports/text-bytes.ts'
import type { KeptMenu } from './item/menu-view.ts'
import type { Cache, Clock, Disk, Keys, Log, StartSetting, WriteLimit } from './ports/surroundings.ts'

/** Everything an operation needs from the world, the store apart. */
export interface Services {
  readonly clock: Clock
  readonly keys: Keys
  readonly log: Log
  readonly passwords: Passwords
  readonly commonPasswords: CommonPasswords
  readonly oneTimeCodes: OneTimeCodes
  readonly seals: Seals
  readonly captchas: Captchas
  readonly attempts: Attempts
  /** Of the operator; off when none was named at the start. See `mailInUse`. */
  readonly mail: Mail
  /**
   * A mail server that administrators name.
   * @param address as `SMTP_URL` has it
   * @param siteUrl where people reach the site
   * @throws Error when the address cannot be used
   */
  mailAt(address: string, siteUrl: string): Mail
  readonly outbound: Outbound
  readonly updates: Updates
  readonly pluginUploads: PluginUploads
  readonly qrCodes: QrCodes
  readonly renderer: Renderer
  readonly kindCalls: KindCalls
  readonly menus: Cache<KeptMenu>
  readonly textBytes: Cache<KnownTextBytes>
  readonly disk: Disk
  readonly writeLimit: WriteLimit
  readonly gate: Gate
  readonly incoming: IncomingFiles
  readonly files: FileStorages
  readonly visits: VisitTally
  readonly health: ServerHealth
  readonly backups: Backups
  readonly plugins: PluginSwitches
  /** Those that administrators are shown. */
  readonly startSettings: readonly StartSetting[]
  /** The values contributed to an extension point, in the order of their plugins. */
  extensions<T>(point: ExtensionPoint<T>): readonly T[]
}

/** The caller's browser or program as the core sees it. The server does it with cookies, tests with an object. */
export interface Session {
  /** Where the caller comes from, for counting attempts: an IPv4 address or an IPv6 /64. */
  readonly address: string
  /** Where the caller reached the site, as in `https://example.org/docs`; '' when nobody asked over the network. */
  readonly siteUrl: string
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
  rememberCaptcha(captchaId: string, forMs: number): void
  /** Who logged in with this browser before, sealed; null when it does not say. */
  readonly sealedDevices: string | null
  rememberDevices(sealed: string): void
  /** The login this browser began at another site, sealed; null when none. */
  readonly sealedSignIn: string | null
  /** Null forgets it. */
  rememberSignIn(sealed: string | null): void
  /** Hands the login token to the browser, good until then. */
  signIn(token: string, until: Date): void
  /** Has the browser show the product as this account wants it, now and after the logout. */
  applyPreferences(preferences: Preferences): void
  signOut(): void
}

/** What somebody who chooses among operations has to know of one, such as a program that offers them as tools. */
export interface OperationFacts {
  /** `{group}.{name}`. */
  readonly name: string
  /** One English sentence. */
  readonly summary: string
  readonly kind: 'query' | 'command'
  readonly audience: 'anyone' | 'user' | 'admin'
  /** JSON Schema, with the names of fields that `perform` takes. */
  readonly input: object
  /** JSON Schema of the answer. */
  readonly output: object
  /** Takes or gives a file or a redirect. */
  readonly isRestOnly: boolean
}

/** An operation that stands in no table: only code that has it in hand can have it done. */
export interface UnlistedOperation {
  readonly kind: 'query' | 'command'
  readonly name: string
  readonly summary: string
}

/** What a query gets. */
export interface Context {
  readonly actor: Actor
  readonly session: Session
  readonly store: OpenStore
  readonly services: Services
  /**
   * Puts something on record beyond what follows from events (`core/audit/record.ts`). What is said to be done is kept
   * when the operation succeeds; what is said to be refused is kept when it fails, too.
   */
  readonly audit: Audit
  /**
   * Has the caller do another operation: audience, input, rights, record and events are as if the caller had called it.
   * Within a command it joins the transaction; when such a command is refused, the one around it fails, too, even if it
   * goes on, because half of what was begun cannot be kept. A query, and a GET of a plugin's route in somebody's name,
   * can perform queries only.
   * @param operation its name, e.g. `page.save`, or one that stands in no table
   * @returns what its output schema lets out
   * @throws DomainError as it does; notFound for a name nobody has; Error more than 8 deep, and for a command without a
   * transaction within one that has one: what it puts elsewhere, as a file into a storage, could not be undone with it
   */
  perform(operation: string | UnlistedOperation, input: unknown): Promise<unknown>
  /** Every operation there is, those of plugins included. */
  operations(): readonly OperationFacts[]
}
/** What a command gets: it may also announce facts. */
export interface CommandContext extends Context {
  /** Announces a fact, in the transaction of the rows it is about. @throws Error where there is none (see `together`) */
  readonly emit: Emit
  /**
   * Does what belongs together in one transaction: rows, facts, what core handlers make of them, and the record. Commands
   * that wait for something slow need it for what they write; elsewhere it is the transaction there is. What it did stays,
   * whatever becomes of the command afterwards.
   */
  together<T>(work: (ctx: CommandContext) => Promise<T>): Promise<T>
  /** The same for a program, on record as what is done or refused from now on. For `actAsProgram` alone. */
  actAs(program: Program): CommandContext
}
/** What a handler or a job gets: no caller, nothing further to announce. */
export type HandlerContext = Pick<Context, 'store' | 'services'>
/** What the core's own followers get, who name things that no door was asked for. */
export interface FollowerContext extends HandlerContext {
  readonly store: Store
}
