import type { z } from 'zod'
import type { Program } from './actor.ts'
import type { Context, HandlerContext, OpenServices } from './context.ts'
import type { EventName, Events } from './events.ts'
import type { Handlers } from './handlers.ts'
import type { Contribution } from './extension.ts'
import type { OperationTable } from './operation.ts'
import type { JobTools } from './ports/jobs.ts'
import type { TaskKind } from './task/kind.ts'

/**
 * Everything a server plugin may import. This file is the contract with authors; `PLUGIN_API_VERSION` rises when it
 * breaks.
 */
export { can } from './access/access.ts'
export {
  actAsProgram,
  queryAsProgram,
  readAsProgram,
  type ProgramContext,
  type ReadingContext,
} from './access/token-door.ts'
export type { Actor, Program, StoredToken, Token } from './actor.ts'
export {
  allowedReadings,
  openItem,
  openItemToChange,
  openPage,
  pagesReadableBy,
  personIn,
  requireLogin,
  type ReadablePage,
} from './access/doors.ts'
export { teamsNamed, teamsOfSite } from './access/site-doors.ts'
export { isRegistrationOpen } from './account/registration.ts'
export { belongings, type BelongingsOfKind, type NamedThing } from './account/belongings.ts'
export type { ExternalIdentity } from './account/external-identity.ts'
export { loginMethods, type LoginMethod } from './account/login-methods.ts'
export { loginScreen } from './account/login-screen.ts'
export { keepingLogin } from './account/possible-rules.ts'
export { logInPerson as logInVouched } from './account/vouched-login.ts'
export { endSessions, peopleLoggedIn, personKnownBy, prolongSessions } from './account/vouched-sessions.ts'
export { enqueueTeamWord } from './team/vouched-teams.ts'
export type { Person } from './account/user.ts'
export { usernameFrom } from './account/username.ts'
export { signInRedirects, type OfferedSignIn, type SignInRedirect } from './account/sign-in-redirects.ts'
export { requireTrialTurn } from './site/trial-turn.ts'
export { deleteProgramFile, receiveProgramFile, type ProgramFile } from './attachment/program-files.ts'
export { storageKind, storageKinds, type StorageKind } from './attachment/storage-kinds.ts'
export type { Catalog } from './catalog/catalog.ts'
export { removeCatalog } from './catalog/delete.ts'
export { addCatalog, changeCatalog, type CatalogWishes } from './catalog/save.ts'
export type { OpenItem, OpenPage } from './access/opened.ts'
export type { OpenAccountId } from './opened-id.ts'
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
export { threadSources, type ExportedComment, type ExportedThread, type ThreadSource } from './export/thread-sources.ts'
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
export type { CommandContext, Context, HandlerContext, OpenServices, OpenSession, OperationFacts } from './context.ts'
export { LANGUAGES, type Language } from './language.ts'
export { DomainError, refusalOfFields, withFieldsNamed } from './errors.ts'
export type { Handlers } from './handlers.ts'
export { contribute, extensionPoint, type Contribution, type ExtensionPoint } from './extension.ts'
export type { Item } from './item/item.ts'
export { idHere } from './item/former-ids.ts'
export {
  itemKeyCarriers,
  itemKeyHolders,
  type CarriedItemKey,
  type ItemKeyCarrier,
  type ItemKeyHolder,
} from './item/carried-key.ts'
export { sampleSteps, type SampleStep } from './item/sample-steps.ts'
export { transferSteps, type TransferStep } from './item/transfer.ts'
export { carriedLoginKeys } from './site/carried-login-key.ts'
export { tellOfTrouble, troubleTellers, type SiteTrouble, type TroubleTeller } from './site/trouble.ts'
export { unreadCounters, type UnreadCounter } from './item/unread.ts'
export { limits } from './limits.ts'
export { participantsOf } from './member/participants.ts'
export { processorLimit } from './processor-time.ts'
export { always, command, query, type OperationTable } from './operation.ts'
export {
  announcementCarriers,
  mockCarriers,
  reminderCarriers,
  subscriptionCarriers,
  templateCarriers,
  threadCarriers,
  type CarriedAnnouncement,
  type CarriedMock,
  type CarriedReminder,
  type CarriedSubscription,
  type CarriedTemplate,
  type CarriedThread,
  type Carrier,
  type ReminderCarrier,
} from './page/carried-parts.ts'
export { excerptOf } from './page/search.ts'
export { searchSources, type SearchSource, type SourceHit } from './page/search-sources.ts'
export type { FoundDocument } from './page/found-documents.ts'
export type { FileStorage } from './ports/files.ts'
export { OUTBOUND_BYTES, OUTBOUND_MS, type OutboundAnswer, type OutboundFailure } from './ports/outbound.ts'
export type { Page } from './page/page.ts'
export { recyclePage } from './page/recycle-page.ts'
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
export type { Collection, Document } from './ports/documents.ts'
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
  upload,
  wired,
} from './schema.ts'
export { sealedDocuments, type SealedDocuments } from './site/sealed-documents.ts'
export { requireAsSeen, seenFields } from './seen.ts'
export { stampFields } from './site/secret-stamps.ts'
export type { SentSettings } from './site/change-settings.ts'
export {
  changeOwnSettings as changeSettings,
  ownFittingValues as fittingValues,
  ownWishedSettings as wishedSettings,
  readOwnSettings as readSettings,
  withoutOwnSecrets as withoutSecrets,
  writeOwnSettings as writeSettings,
} from './site/own-settings.ts'
export { SECRET_MASK } from './site/settings-form.ts'
export { pluginSection as settingsSection, type SettingsSection } from './settings.ts'
export type { KeyChange } from './ports/login.ts'
export { keepWithinRoom, requireRoom, textOwners } from './site/text-limits.ts'
export { taskKind, type TaskContext, type TaskKind, type TaskResult, type TaskTools } from './task/kind.ts'
export { startTask } from './task/start-task.ts'

export const PLUGIN_API_VERSION = 2

/** For facts a plugin must not miss: `handlers` would lose one that happened just before a crash. */
export interface Outbox {
  /**
   * What to store about a fact, null for nothing. Pure and fast: it is called within the transaction, and its result is
   * stored in it as JSON. If it fails, this fact is skipped and nothing is rolled back.
   */
  readonly notes: { readonly [N in EventName]?: (fact: Events[N]) => object | null }
  /**
   * Processes a stored note after the commit, in a transaction that also deletes the note. After a crash or an error it
   * is called again; notes may arrive in another order than their facts.
   */
  deliver(ctx: HandlerContext, note: object): Promise<void>
}
export interface Migration {
  /** Unique and in sorted order within the plugin, e.g. `0001-rules`. Runs once, in a transaction. */
  readonly name: string
  readonly sql: string
}
export interface Job {
  /** Five-field cron expression in the site's time zone; without it the job runs only when enqueued. */
  readonly schedule?: string
  /** Five seconds when left out, at most a day. Then the signal fires, and the run counts as an error of the plugin. */
  readonly limitMs?: number
  /** A second run never starts before this one has ended, even if its time is up. */
  run(ctx: HandlerContext, payload: object, tools: JobTools): Promise<void>
}
/**
 * Answers every address that starts with `prefix`, for the rare address outside /api. Doors check rights as usual.
 * Bodies are streams of any length in both directions: `request.body` arrives as it is read, a `Response` is sent as
 * its stream is produced, and `request.signal` fires when the client is gone.
 */
export interface RawRoute {
  /** E.g. `/mock-path/`: the first word has a hyphen, because all others belong to the product and to items. */
  readonly prefix: string
  /**
   * How the caller is identified. session: the logged-in person, by cookie or login token; requests other than GET are
   * accepted only from pages of this site. token: a program with one of the plugin's own tokens, passed on unchanged in
   * `Authorization`; cookies are dropped. anyone: the person logged in by cookie, or a visitor when a page of another
   * site makes the request; it can only perform queries, and the plugin may interpret `Authorization`. none: always a
   * visitor; cookies and `Authorization` are dropped.
   */
  readonly caller: 'session' | 'token' | 'anyone' | 'none'
  /**
   * The program that makes the request, by its token, as `readAsProgram` returns it. Null, or without this function: a
   * visitor, or on a route for `anyone` the logged-in person. @throws DomainError loginRequired
   */
  actorOf?(request: Request, ctx: HandlerContext): Promise<Program | null>
  answer(request: Request, ctx: Context): Promise<Response>
}
/**
 * Texts by key: `errors.{kind}` for refusals, `tasks.{name}` for kinds of tasks, `calls.{group}.{name}` for summaries
 * of operations (zh-cn only; English has them in the operation itself); `name`, the display name of the plugin, and its
 * `summary` in Chinese.
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
  /** Shown to administrators in the list of plugins. */
  readonly version?: string
  /** Plugins whose extension points or events this one uses; they are started first. */
  readonly needs?: readonly string[]
  /** It cannot be switched off, because the switches are on its screens. Only heeded of a plugin of the product. */
  readonly staysOn?: true
  readonly operations?: OperationTable
  /** Refusals this plugin adds, with numbers from 20000. */
  readonly errors?: Readonly<Record<string, number>>
  /** Called after the commit, each in its own transaction. */
  readonly handlers?: Handlers
  readonly outbox?: Outbox
  readonly contributes?: readonly Contribution<unknown>[]
  readonly jobs?: Readonly<Record<string, Job>>
  /** Work that takes longer than a request, by the name passed to `startTask`; named `<id>.…`, each with a title. */
  readonly tasks?: Readonly<Record<string, TaskKind>>
  /**
   * Section `plugin.<id>` of the site settings: an object of texts, numbers, flags and choices, each with a default;
   * its form is derived from it. `secretText` is stored sealed. Labels are `settings.{field}.label` and `.hint` in
   * `messages`.
   */
  readonly settings?: z.ZodType
  readonly routes?: readonly RawRoute[]
  /**
   * The plugin's own tables, named `<id>_*`, with `_` for hyphens if it likes; most plugins store documents instead. A
   * migration that changes anything else is undone, and the plugin does not start; rows of `document` are an exception.
   */
  readonly migrations?: readonly Migration[]
  readonly messages?: { readonly en: Messages; readonly 'zh-cn': Messages }
  start?(services: OpenServices): Promise<void>
  stop?(): Promise<void>
}

/** Checks the shape and keeps the exact type, so that `typeof plugin.operations` stays precise. */
export const definePlugin = <const P extends Plugin>(plugin: P): P => plugin
