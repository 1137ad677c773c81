import type { ReasonCode } from './reasons.ts'

/** What happens to the rows of a ShowDoc table. */
export type Fate =
  | { readonly kind: 'carried' }
  /** Has no place in Octavo, and is kept completely. */
  | { readonly kind: 'kept'; readonly what: ReasonCode }
  /** Belongs to a newer ShowDoc, or to a modified one. */
  | { readonly kind: 'unknown'; readonly what: ReasonCode }
  /** Has no use in Octavo. */
  | { readonly kind: 'never'; readonly what: ReasonCode }

const carried: Fate = { kind: 'carried' }
const kept = (what: ReasonCode): Fate => ({ kind: 'kept', what })
const never = (what: ReasonCode): Fate => ({ kind: 'never', what })

/** Every table a ShowDoc up to schema 33 can have. */
const FATES: Readonly<Record<string, Fate>> = {
  user: carried,
  item: carried,
  catalog: carried,
  page: carried,
  page_history: carried,
  recycle: carried,
  item_member: carried,
  item_token: carried,
  item_sort: carried,
  single_page: carried,
  team: carried,
  team_member: carried,
  team_item: carried,
  team_item_member: carried,
  upload_file: carried,
  file_page: carried,
  file_flow: carried,
  item_group: carried,
  item_star: carried,
  item_top: carried,
  template: carried,
  template_item: carried,
  mock: carried,
  subscription: carried,
  options: carried,
  item_change_log: carried,
  page_comment: carried,
  message: carried,
  message_content: carried,

  item_variable: kept('tableVariables'),
  runapi_env: kept('tableEnvironments'),
  runapi_env_selectd: kept('tableEnvironments'),
  runapi_global_param: kept('tableGlobals'),
  runapi_flow: kept('tableFlows'),
  runapi_flow_page: kept('tableFlows'),
  runapi_db_config: kept('tableConnections'),
  parameter_description_entry: kept('tableParameters'),
  page_feedback: kept('tableFeedback'),
  kanban_activity_log: kept('tableKanban'),
  user_ai_token: kept('tableTokens'),
  user_setting: kept('tableSettings'),
  item_ai_config: kept('tableAiSettings'),
  ai_chat_sessions: kept('tableChats'),
  ai_chat_messages: kept('tableChats'),

  user_token: never('tableSessions'),
  page_lock: never('tableLocks'),
  captcha: never('tableCaptchas'),
  export_log: never('tableExports'),
}

/** Tables without data: the first one prevents web servers from serving the file. */
const NO_DATA: ReadonlySet<string> = new Set(['<?php ', 'sqlite_sequence'])

/** The tables of what comes along; only the newest ShowDocs have all of them. */
export const TABLES_CARRIED: readonly string[] = Object.entries(FATES).flatMap(([table, { kind }]) =>
  kind === 'carried' ? [table] : [],
)

const UNKNOWN: Fate = { kind: 'unknown', what: 'tableUnknown' }

/** Null for a table without content from people. An unknown table is reported. */
export const fateOf = (table: string): Fate | null =>
  NO_DATA.has(table) ? null : ((Object.hasOwn(FATES, table) ? FATES[table] : undefined) ?? UNKNOWN)
