/** What becomes of the rows of a table of ShowDoc. */
export type Fate =
  | { readonly kind: 'carried' }
  /** Waits for a later version of the command. */
  | { readonly kind: 'notYet'; readonly what: string }
  /** Comes from a newer ShowDoc, or from a changed one. */
  | { readonly kind: 'unknown'; readonly what: string }
  /** Of no use in Octavo. */
  | { readonly kind: 'never'; readonly what: string }

const carried: Fate = { kind: 'carried' }
const notYet = (what: string): Fate => ({ kind: 'notYet', what })
const never = (what: string): Fate => ({ kind: 'never', what })

/** Of every table that a ShowDoc up to schema 33 can have. */
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
  template: carried,
  template_item: carried,
  mock: carried,
  subscription: carried,
  options: carried,

  message: notYet('notices to people'),
  message_content: notYet('notices to people'),
  item_change_log: notYet('change log'),
  item_top: notYet('pinned items'),
  item_star: notYet('starred items'),
  item_variable: notYet('variables of RunApi'),
  runapi_env: notYet('environments of RunApi'),
  runapi_env_selectd: notYet('environments of RunApi'),
  runapi_global_param: notYet('global parameters of RunApi'),
  runapi_flow: notYet('flows of RunApi'),
  runapi_flow_page: notYet('flows of RunApi'),
  runapi_db_config: notYet('database connections of RunApi'),
  parameter_description_entry: notYet('library of parameters'),
  page_comment: notYet('comments'),
  page_feedback: notYet('feedback'),
  kanban_activity_log: notYet('history of kanban boards'),
  user_ai_token: notYet('tokens of people'),
  user_setting: notYet('settings of people'),
  item_ai_config: notYet('AI settings of items'),
  ai_chat_sessions: notYet('AI chats'),
  ai_chat_messages: notYet('AI chats'),

  user_token: never('sessions: everybody logs in anew'),
  page_lock: never('locks of pages: editors lock pages anew'),
  captcha: never('verification codes'),
  export_log: never('record of exports'),
}

/** Tables that are no data: the first one keeps web servers from handing out the file. */
const NO_DATA: ReadonlySet<string> = new Set(['<?php ', 'sqlite_sequence'])

const UNKNOWN: Fate = { kind: 'unknown', what: 'a table that is not known here' }

/** Null for a table that holds nothing anybody wrote. A table that is not known is told of. */
export const fateOf = (table: string): Fate | null => (NO_DATA.has(table) ? null : (FATES[table] ?? UNKNOWN))
