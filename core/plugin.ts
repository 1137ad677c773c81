import type { z } from 'zod'
import type { Actor } from './actor.ts'
import type { Context, HandlerContext, Services } from './context.ts'
import type { EventName, Events } from './events.ts'
import type { Handlers } from './handlers.ts'
import type { Contribution } from './extension.ts'
import type { OperationTable } from './operation.ts'
import type { JobTools } from './ports/jobs.ts'
import type { TaskKind } from './task/kind.ts'

/** All a server plugin may import. The promise to authors is this file; `PLUGIN_API_VERSION` rises when it breaks. */
export { can } from './access/access.ts'
export { actAsProgram, readerOf } from './access/token-door.ts'
export type { Actor, Token } from './actor.ts'
export {
  allowedReadings,
  openItem,
  openItemToChange,
  openPage,
  personIn,
  requireLogin,
  type ReadablePage,
} from './access/doors.ts'
export { isRegistrationOpen } from './account/registration.ts'
export type { ExternalIdentity } from './account/external-identity.ts'
export { loginMethods, type LoginMethod } from './account/login-methods.ts'
export { loginScreen } from './account/login-screen.ts'
export { logInVouched } from './account/vouched-login.ts'
export { endSessions, peopleLoggedIn, prolongSessions } from './account/vouched-sessions.ts'
export { usernameFrom } from './account/username.ts'
export { signInRedirects, type OfferedSignIn, type SignInRedirect } from './account/sign-in-redirects.ts'
export { requireTrialTurn } from './site/trial-turn.ts'
export { storageKind, storageKinds, type StorageKind } from './attachment/storage-kinds.ts'
export type { OpenItem, OpenPage } from './access/opened.ts'
export {
  exportFormats,
  type ExportedCatalog,
  type ExportedFile,
  type ExportedHead,
  type ExportedPage,
  type ExportFormat,
  type ExportPart,
  type ExportSource,
  type ExportTools,
} from './export/export-formats.ts'
export { exportedFile, type ExportWishes } from './export/exported-file.ts'
export type { FormatOptions } from './export/format-options.ts'
export {
  importFormats,
  type ImportedCatalog,
  type ImportedPage,
  type ImportFormat,
  type ImportSource,
  type ImportTarget,
  type ImportTools,
} from './import/import-formats.ts'
export type { CommandContext, Context, HandlerContext, OperationFacts, Services } from './context.ts'
export { LANGUAGES, type Language } from './language.ts'
export { DomainError } from './errors.ts'
export type { Handlers } from './handlers.ts'
export { contribute, extensionPoint, type Contribution, type ExtensionPoint } from './extension.ts'
export type { Item } from './item/item.ts'
export { idHere } from './item/former-ids.ts'
export { itemKeyCarriers, type CarriedItemKey, type ItemKeyCarrier } from './item/carried-key.ts'
export { transferSteps, type TransferStep } from './item/transfer.ts'
export { carriedLoginKeys } from './site/carried-login-key.ts'
export { troubleTellers, type SiteTrouble, type TroubleTeller } from './site/trouble.ts'
export { unreadCounters, type UnreadCounter } from './item/unread.ts'
export { limits } from './limits.ts'
export { participantsOf } from './member/participants.ts'
export { always, command, query, type OperationTable } from './operation.ts'
export {
  mockCarriers,
  subscriptionCarriers,
  templateCarriers,
  threadCarriers,
  type CarriedMock,
  type CarriedSubscription,
  type CarriedTemplate,
  type CarriedThread,
  type Carrier,
} from './page/carried-parts.ts'
export { searchSources, type SearchSource, type SourceHit } from './page/search-sources.ts'
export type { FileStorage } from './ports/files.ts'
export { OUTBOUND_BYTES, OUTBOUND_MS, type OutboundAnswer, type OutboundFailure } from './ports/outbound.ts'
export { writePageByTitle, writePagesByTitle, type TitledPage, type WrittenPage } from './page/write-by-title.ts'
export { kindOf, markdownOf, textOf } from './page/content.ts'
export { splitTarget, withTargets } from './page/link-targets.ts'
export {
  pageKinds,
  type ComparedTexts,
  type ContentChange,
  type MergeChoice,
  type MergeConflict,
  type PageKind,
  type PageMerge,
  type PageSides,
  type RenderSetting,
} from './page/kind.ts'
export type { JobTools } from './ports/jobs.ts'
export type { Collection, Document } from './ports/store.ts'
export {
  addedTime,
  file,
  id,
  idOrNone,
  line,
  noted,
  nothing,
  numbered,
  plainFlag,
  redirect,
  secretText,
  streamedFile,
  type StreamedFile,
  text,
  wired,
} from './schema.ts'
export { sealedDocuments, type SealedDocuments } from './site/sealed-documents.ts'
export { changeSettings, fittingValues, wishedSettings, type SentSettings } from './site/change-settings.ts'
export { SECRET_MASK } from './site/settings-form.ts'
export { readSettings, settingsSection, writeSettings, type SettingsSection } from './settings.ts'
export type { KeyChange } from './ports/login.ts'
export { requireRoom } from './site/text-limits.ts'
export { taskKind, type TaskContext, type TaskKind, type TaskResult, type TaskTools } from './task/kind.ts'
export { startTask } from './task/start-task.ts'

export const PLUGIN_API_VERSION = 2

/** Facts a plugin must not miss, where `handlers` would lose one that happened just before a crash. */
export interface Outbox {
  /**
   * What to remember of a fact, null for nothing. Pure and quick: it is called within the transaction, and what it gives
   * is kept in it, as JSON. If it fails, the fact is left out and nothing is undone.
   */
  readonly notes: { readonly [N in EventName]?: (fact: Events[N]) => object | null }
  /**
   * Does what a note asks for, after the commit, in a transaction that ends the note as well. A crash or an error has it
   * called again; notes may come in another order than their facts.
   */
  deliver(ctx: HandlerContext, note: object): Promise<void>
}
export interface Migration {
  /** Unique and sorted within the plugin, e.g. `0001-rules`. Runs once, in a transaction. */
  readonly name: string
  readonly sql: string
}
export interface Job {
  /** Five-field cron text in the site's time zone; without it the job runs when enqueued. */
  readonly schedule?: string
  /** Five seconds when left out, at most a day. After it the signal fires, which counts as an error of the plugin. */
  readonly limitMs?: number
  /** No second run of the job begins before this one has ended, also when its time is up. */
  run(ctx: HandlerContext, payload: object, tools: JobTools): Promise<void>
}
/**
 * Answers every address that starts with `prefix`, for the rare one outside /api. The doors say who may. Bodies are
 * streams both ways and of any length: `request.body` arrives as it is read, a `Response` goes out as its stream is made,
 * and `request.signal` says that nobody waits any more.
 */
export interface RawRoute {
  /** As `/mock-path/`: its first word has a hyphen, because all others belong to the product and to items. */
  readonly prefix: string
  /**
   * Who asks. session: whoever is logged in, by cookie or by the token of a login; only pages of this site may send what
   * is no GET. token: a program with a token of the plugin's own, which stands in `Authorization` as it was sent; cookies
   * are left out. anyone: whoever is logged in by cookie, and a visitor when a page of another site asks; it performs
   * queries alone, and `Authorization` is the plugin's to read. none: anybody; cookies and `Authorization` are left out.
   */
  readonly caller: 'session' | 'token' | 'anyone' | 'none'
  /**
   * Whom what the request shows stands for. Null, or without this, it is a visitor, and on a route for anyone whoever is
   * logged in. @throws DomainError loginRequired
   */
  actorOf?(request: Request, ctx: HandlerContext): Promise<Actor | null>
  answer(request: Request, ctx: Context): Promise<Response>
}
/**
 * Texts by key: of refusals `errors.{kind}`, of kinds of tasks `tasks.{name}`, of what a call does `calls.{group}.{name}`,
 * which English has in the call itself; `name`, what people call the plugin, and `summary` in Chinese.
 */
export interface Messages {
  readonly [key: string]: string | Messages
}

export interface Plugin {
  /** The name of its folder: lower-case letters, digits and hyphens. */
  readonly id: string
  readonly apiVersion: number
  /** One English sentence. */
  readonly summary: string
  /** As administrators see it in the list of plugins. */
  readonly version?: string
  /** Plugins whose extension points or events this one uses; they start first. */
  readonly needs?: readonly string[]
  readonly operations?: OperationTable
  /** Refusals this plugin adds, with numbers from 20000. */
  readonly errors?: Readonly<Record<string, number>>
  /** Called after the commit, each in its own transaction. */
  readonly handlers?: Handlers
  readonly outbox?: Outbox
  readonly contributes?: readonly Contribution<unknown>[]
  readonly jobs?: Readonly<Record<string, Job>>
  /** Work that takes longer than a request, by the names `startTask` starts it by; named `<id>.…`, each with a title. */
  readonly tasks?: Readonly<Record<string, TaskKind>>
  /**
   * Section `plugin.<id>` of the site settings: an object of texts, numbers, flags and choices, each with a default, from
   * which follows its form. `secretText` is sealed. Texts are `settings.{field}.label` and `.hint` of `messages`.
   */
  readonly settings?: z.ZodType
  readonly routes?: readonly RawRoute[]
  /** Own tables, named `<id>_*`; most plugins keep documents instead. */
  readonly migrations?: readonly Migration[]
  readonly messages?: { readonly en: Messages; readonly 'zh-cn': Messages }
  start?(services: Services): Promise<void>
  stop?(): Promise<void>
}

/** Checks the shape and gives the exact type back, so that `typeof plugin.operations` stays precise. */
export const definePlugin = <const P extends Plugin>(plugin: P): P => plugin
