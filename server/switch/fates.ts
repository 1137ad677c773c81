/** What happens to the rows of a ShowDoc table. */
export type Fate =
  | { readonly kind: 'carried' }
  /** Has no place in Octavo, and is kept completely. */
  | { readonly kind: 'kept'; readonly what: string }
  /** Belongs to a newer ShowDoc, or to a modified one. */
  | { readonly kind: 'unknown'; readonly what: string }
  /** Has no use in Octavo. */
  | { readonly kind: 'never'; readonly what: string }

const carried: Fate = { kind: 'carried' }
const kept = (what: string): Fate => ({ kind: 'kept', what })
const never = (what: string): Fate => ({ kind: 'never', what })

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
  template: carried,
  template_item: carried,
  mock: carried,
  subscription: carried,
  options: carried,
  item_change_log: carried,
  page_comment: carried,

  message: kept('notices to people'),
  message_content: kept('notices to people'),
  item_top: kept('pinned items'),
  item_variable: kept('variables of RunApi'),
  runapi_env: kept('environments of RunApi'),
  runapi_env_selectd: kept('environments of RunApi'),
  runapi_global_param: kept('global parameters of RunApi'),
  runapi_flow: kept('flows of RunApi'),
  runapi_flow_page: kept('flows of RunApi'),
  runapi_db_config: kept('database connections of RunApi'),
  parameter_description_entry: kept('library of parameters'),
  page_feedback: kept('feedback'),
  kanban_activity_log: kept('history of kanban boards'),
  user_ai_token: kept('tokens of people'),
  user_setting: kept('settings of people'),
  item_ai_config: kept('AI settings of items'),
  ai_chat_sessions: kept('AI chats'),
  ai_chat_messages: kept('AI chats'),

  user_token: never('sessions: everybody logs in anew'),
  page_lock: never('locks of pages: editors lock pages anew'),
  captcha: never('verification codes'),
  export_log: never('record of exports'),
}

/** Tables without data: the first one prevents web servers from serving the file. */
const NO_DATA: ReadonlySet<string> = new Set(['<?php ', 'sqlite_sequence'])

const UNKNOWN: Fate = { kind: 'unknown', what: 'a table that is not known here' }

/** Null for a table without content from people. An unknown table is reported. */
export const fateOf = (table: string): Fate | null => (NO_DATA.has(table) ? null : (FATES[table] ?? UNKNOWN))
