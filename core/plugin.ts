import type { z } from 'zod'
import type { Context, HandlerContext, Services } from './context.ts'
import type { EventName, Events, Handlers } from './events.ts'
import type { Contribution } from './extension.ts'
import type { OperationTable } from './operation.ts'

/** All a server plugin may import. The promise to authors is this file; `PLUGIN_API_VERSION` rises when it breaks. */
export { can } from './access/access.ts'
export {
  allowedReadings,
  openItem,
  openItemToChange,
  openPage,
  personIn,
  requireLogin,
  type OpenItem,
  type ReadablePage,
} from './access/doors.ts'
export type { CommandContext, Context, HandlerContext, Language, Services } from './context.ts'
export { DomainError } from './errors.ts'
export type { Handlers } from './events.ts'
export { contribute, extensionPoint, type Contribution, type ExtensionPoint } from './extension.ts'
export type { Item } from './item/item.ts'
export { transferSteps, type TransferStep } from './item/transfer.ts'
export { unreadCounters, type UnreadCounter } from './item/unread.ts'
export { limits } from './limits.ts'
export { participantsOf } from './member/participants.ts'
export { command, query, type OperationTable } from './operation.ts'
export { writePageWithKey, type TitledPage, type WrittenPage } from './page/write-with-key.ts'
export type { Collection, Document } from './ports/store.ts'
export {
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
  text,
  wired,
} from './schema.ts'
export { readSettings, settingsSection, writeSettings } from './settings.ts'

export const PLUGIN_API_VERSION = 1

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
  run(ctx: HandlerContext, payload: object): Promise<void>
}
/** Answers every address that starts with `prefix`, e.g. `/mock-path/`; for the rare one outside /api. The doors say who may. */
export interface RawRoute {
  readonly prefix: string
  answer(request: Request, ctx: Context): Promise<Response>
}
/** Texts by key: of refusals `errors.{kind}`, of what a call does `calls.{group}.{name}`, which English has in the call itself. */
export interface Messages {
  readonly [key: string]: string | Messages
}

export interface Plugin {
  /** The name of its folder: lower-case letters, digits and hyphens. */
  readonly id: string
  readonly apiVersion: number
  /** One English sentence. */
  readonly summary: string
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
  /** Section `plugin.<id>` of the site settings. */
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
