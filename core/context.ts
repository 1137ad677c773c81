import type { Actor, Program } from './actor.ts'
import type { Preferences } from './account/preferences.ts'
import type { Audit } from './audit/entry.ts'
import type { ConcurrencyLimiter } from './concurrency-limiter.ts'
import type { Emit } from './events.ts'
import type { ExtensionPoint } from './extension.ts'
import type { Language } from './language.ts'
import type { Backups } from './ports/backups.ts'
import type { ShowdocMoves } from './ports/showdoc-moves.ts'
import type { FileStorages, IncomingFiles, VisitTally } from './ports/files.ts'
import type { ServerHealth } from './ports/health.ts'
import type { Attempts, Captchas, CommonPasswords, OneTimeCodes, Passwords, Seals } from './ports/login.ts'
import type { Mail } from './ports/mail.ts'
import type { PluginUploads } from './ports/plugin-uploads.ts'
import type { Updates } from './ports/updates.ts'
import type { Outbound } from './ports/outbound.ts'
import type { KindCalls, KnownKinds } from './ports/page-kinds.ts'
import type { PluginSwitches } from './ports/plugins.ts'
import type { QrCodes, Renderer } from './ports/rendering.ts'
import type { Samples } from './ports/samples.ts'
import type { OpenMenuKey } from './opened-id.ts'
import type { OpenStore, Store } from './ports/store.ts'
import type { KnownTextBytes } from './ports/text-bytes.ts'
import type { KeptMenu } from './item/menu-view.ts'
import type { Cache, Clock, Disk, Keys, Log, StartSetting, WriteLimit } from './ports/surroundings.ts'

/** What operations and plugins get from outside the core, except the store. */
export interface OpenServices {
  readonly clock: Clock
  readonly keys: Keys
  readonly log: Log
  /** Those of a plugin neither make nor open what the product or another plugin seals. */
  readonly seals: Seals
  readonly outbound: Outbound
  readonly qrCodes: QrCodes
  readonly renderer: Renderer
  /** For heavy work, by caller: `run(caller, work)` begins it once little of it runs. @throws DomainError busy */
  readonly concurrency: Pick<ConcurrencyLimiter, 'run'>
  /** The values contributed to an extension point, in the order of their plugins; a plugin asks at points of its own. */
  extensions<T>(point: ExtensionPoint<T>): readonly T[]
}

/** Everything the core needs from outside, except the store; code of the product finds it by `wholeServices`. */
export interface Services extends OpenServices {
  readonly concurrency: ConcurrencyLimiter
  readonly passwords: Passwords
  readonly commonPasswords: CommonPasswords
  readonly oneTimeCodes: OneTimeCodes
  readonly captchas: Captchas
  readonly attempts: Attempts
  /** The operator's mail server; off when none was configured at the start. See `mailInUse`. */
  readonly mail: Mail
  /**
   * A mail server configured by administrators.
   * @param address as `SMTP_URL` has it
   * @param siteUrl where people reach the site
   * @throws Error when the address is not usable
   */
  mailAt(address: string, siteUrl: string): Mail
  readonly updates: Updates
  readonly pluginUploads: PluginUploads
  readonly kindCalls: KindCalls
  readonly knownKinds: KnownKinds
  readonly menus: Cache<KeptMenu, OpenMenuKey>
  readonly textBytes: Cache<KnownTextBytes>
  readonly disk: Disk
  readonly writeLimit: WriteLimit
  readonly incoming: IncomingFiles
  readonly files: FileStorages
  readonly visits: VisitTally
  readonly health: ServerHealth
  readonly backups: Backups
  readonly showdocMoves: ShowdocMoves
  readonly plugins: PluginSwitches
  readonly samples: Samples
  /** Those shown to administrators. */
  readonly startSettings: readonly StartSetting[]
}

/** What operations and plugins see of a session: nothing that proves who somebody is or hands a login over. */
export interface OpenSession {
  /** Where the caller connects from, for counting attempts: an IPv4 address or an IPv6 /64. */
  readonly address: string
  /**
   * The address at which the caller reached the site, e.g. `https://example.org/docs`; '' when the call did not come
   * over the network.
   */
  readonly siteUrl: string
  /** The User-Agent of the caller; '' when not sent. */
  readonly userAgent: string
  readonly language: Language
  /** Identifies the request in the log and in audit records. */
  readonly requestId: string
}

/** The caller's browser or program as the core sees it. The server implements it with cookies, tests with an object. */
export interface Session extends OpenSession {
  /** The last captcha shown to this browser; null when none. */
  readonly captchaId: string | null
  /** Digest of the login token in use; null for visitors. */
  readonly tokenDigest: string | null
  /** The generation of the visit password the caller gave for the item; null when none. */
  passedGeneration(itemId: number): number | null
  /** Remembers in the browser that the visit password was given. */
  rememberPass(itemId: number, generation: number): void
  rememberCaptcha(captchaId: string, forMs: number): void
  /** Who has logged in with this browser before, sealed; null when unknown. */
  readonly sealedDevices: string | null
  rememberDevices(sealed: string): void
  /** The login this browser started at another site, sealed; null when none. */
  readonly sealedSignIn: string | null
  /** Null forgets it. */
  rememberSignIn(sealed: string | null): void
  /** Hands the login token to the browser, good until then. */
  signIn(token: string, until: Date): void
  /** Makes the browser show the product with this account's preferences, now and after logout. */
  applyPreferences(preferences: Preferences): void
  signOut(): void
}

/** What a caller needs to know to choose an operation, e.g. a program that offers them as tools. */
export interface OperationFacts {
  /** `{group}.{name}`. */
  readonly name: string
  /** One English sentence. */
  readonly summary: string
  readonly kind: 'query' | 'command'
  readonly audience: 'anyone' | 'user' | 'admin'
  /** JSON Schema, with the field names that `perform` takes. */
  readonly input: object
  /** JSON Schema of the answer. */
  readonly output: object
  /** Takes or gives a file or a redirect. */
  readonly isRestOnly: boolean
}

/** An operation that is in no table: only code holding a reference to it can run it. */
export interface UnlistedOperation {
  readonly kind: 'query' | 'command'
  readonly name: string
  readonly summary: string
}

/** What a query gets. */
export interface Context {
  readonly actor: Actor
  readonly session: OpenSession
  readonly store: OpenStore
  readonly services: OpenServices
  /**
   * Adds an audit entry beyond those that follow from events (`core/audit/record.ts`). Entries about something done are
   * kept when the operation succeeds; entries about a refusal are kept when it fails, too.
   */
  readonly audit: Audit
  /**
   * Runs another operation as the caller: audience, input, rights, audit and events are the same as if the caller had
   * called it directly. Within a command it joins the transaction; if such a command is refused, the outer one fails
   * too, even if it catches the error, because half of it cannot be kept. A query, and a GET to a plugin's route made
   * on somebody's behalf, can only perform queries.
   * @param operation its name, e.g. `page.save`, or an unlisted operation
   * @returns the fields its output schema allows
   * @throws DomainError what the operation throws; notFound for an unknown name; Error when nested more than 8 deep,
   * and for a command without a transaction called within one that has one: what it stores elsewhere, e.g. a file in a
   * storage, could not be rolled back
   */
  perform(operation: string | UnlistedOperation, input: unknown): Promise<unknown>
  /** All operations, including those of plugins. */
  operations(): readonly OperationFacts[]
  /** The same for a program; audit entries name that program from here on. Only for doors. */
  actAs(program: Program): Context
}
/** What a command gets: it can also emit facts. */
export interface CommandContext extends Context {
  /**
   * Emits a fact, in the transaction of the rows it is about. @throws Error when there is no transaction (see
   * `together`)
   */
  readonly emit: Emit
  /**
   * Runs `work` in one transaction: rows, facts, core handlers and audit. Commands that wait for something slow need it
   * for their writes; elsewhere it joins the current transaction. What it wrote stays, even if the command fails
   * afterwards.
   */
  together<T>(work: (ctx: CommandContext) => Promise<T>): Promise<T>
  actAs(program: Program): CommandContext
}
/** What a handler or a job gets: there is no caller, and it cannot emit facts. */
export type HandlerContext = Pick<Context, 'store' | 'services'>
/** What the core's own followers get, which refer to things that no door has opened. */
export interface FollowerContext extends HandlerContext {
  readonly store: Store
  readonly services: Services
}
