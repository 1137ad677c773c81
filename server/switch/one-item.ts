import type { DatabaseSync } from 'node:sqlite'
import { contentFrom } from './decoded.ts'
import { namedFilesIn } from './named-files.ts'
import { ShowdocRefusal } from './refusal.ts'
import { quoted, type ShowdocDatabase } from './showdoc-database.ts'
import { pathInUploads } from './uploads-folder.ts'

/** Kept unchanged: their data about the site also matters for the item. */
const OF_SITE: ReadonlySet<string> = new Set(['options', 'user', 'upload_file', 'file_page', 'team', 'template'])
/** Data of people, whatever items it refers to. Whoever only has such data has no part in the item. */
const OF_PEOPLE = [
  ...['item_group', 'item_sort', 'file_flow', 'message', 'message_content', 'user_setting', 'user_token'],
  'user_ai_token',
] as const
/** It belongs to the item of its page, whatever item it names: a page may have moved since. */
const HISTORY = 'page_history'
const PERSON_COLUMNS = ['uid', 'author_uid', 'member_uid', 'del_by_uid'] as const

/**
 * Reduces the copy of a ShowDoc to one item and what belongs to it: its pages with their files, and the people and
 * teams involved.
 * @returns the paths of the files that its pages refer to
 * @throws ShowdocRefusal when there is no such item
 */
export function keepOnly(database: ShowdocDatabase, itemId: number): ReadonlySet<string> {
  if (!database.ids('item', 'item_id').includes(itemId)) throw new ShowdocRefusal('noItem', { item: itemId })
  return database.change((writable) => {
    for (const table of database.tables) {
      if (OF_SITE.has(table) || table === HISTORY) continue
      const where = database.has(table, 'item_id') ? `item_id is not ${itemId} and item_id is not '${itemId}'` : null
      if (where !== null) writable.exec(`delete from ${quoted(table)} where ${where}`)
    }
    for (const table of database.tables)
      if (table !== 'page' && !OF_SITE.has(table) && database.has(table, 'page_id'))
        writable.exec(
          `delete from ${quoted(table)} where coalesce(cast(page_id as integer), 0) not in ${numbersIn('page', 'page_id')}`,
        )
    keepSubscriptions(writable, database)
    keepChats(writable, database)
    keepTeams(writable, database)
    keepTemplates(writable, database)
    for (const table of OF_PEOPLE) if (database.has(table)) writable.exec(`delete from ${quoted(table)}`)
    const paths = keepFiles(writable, database)
    keepPeople(writable, database)
    return paths
  })
}

function keepSubscriptions(writable: DatabaseSync, database: ShowdocDatabase): void {
  if (database.has('subscription', 'object_id'))
    writable.exec(
      `delete from subscription where coalesce(cast(object_id as integer), 0) not in ${numbersIn('page', 'page_id')}`,
    )
}

function keepChats(writable: DatabaseSync, database: ShowdocDatabase): void {
  if (database.has('ai_chat_sessions', 'id') && database.has('ai_chat_messages', 'session_id'))
    writable.exec(
      `delete from ai_chat_messages where coalesce(cast(session_id as integer), 0) not in ${numbersIn('ai_chat_sessions', 'id')}`,
    )
}

function keepTeams(writable: DatabaseSync, database: ShowdocDatabase): void {
  if (!database.has('team', 'id') || !database.has('team_item', 'team_id')) return
  writable.exec(`delete from team where id not in ${numbersIn('team_item', 'team_id')}`)
  if (database.has('team_member', 'team_id'))
    writable.exec(
      `delete from team_member where coalesce(cast(team_id as integer), 0) not in ${numbersIn('team', 'id')}`,
    )
}

function keepTemplates(writable: DatabaseSync, database: ShowdocDatabase): void {
  if (!database.has('template', 'id')) return
  const shared = database.has('template_item', 'template_id')
    ? `where id not in ${numbersIn('template_item', 'template_id')}`
    : ''
  writable.exec(`delete from template ${shared}`)
}

/** Files attached to a page of the item, or referred to by one. */
function keepFiles(writable: DatabaseSync, database: ShowdocDatabase): ReadonlySet<string> {
  const signs = new Set<string>()
  const paths = new Set<string>()
  const texts = writable.prepare('select cast(page_content as text) as content from page').iterate()
  for (const { content } of texts) {
    const named = namedFilesIn(contentFrom(String(content ?? '')))
    for (const sign of named?.signs ?? []) signs.add(sign)
    for (const place of named?.paths ?? []) paths.add(place)
  }
  if (!database.has('upload_file', 'file_id')) return paths
  writable.function('is_named', { deterministic: true }, (sign, address) => {
    const place = pathInUploads(String(address ?? ''))
    return signs.has(String(sign ?? '')) || (place !== null && paths.has(place)) ? 1 : 0
  })
  const ofPages = numbersIn('page', 'page_id')
  const bound = database.has('file_page', 'file_id', 'page_id')
    ? `or file_id in (select cast(file_id as integer) from file_page where cast(page_id as integer) in ${ofPages})`
    : ''
  const own = database.has('upload_file', 'page_id') ? `or cast(page_id as integer) in ${ofPages}` : ''
  const named = database.has('upload_file', 'sign', 'real_url') ? 'is_named(sign, real_url)' : '0'
  writable.exec(`delete from upload_file where not (${named} ${bound} ${own})`)
  if (database.has('file_page', 'file_id'))
    writable.exec(
      `delete from file_page where coalesce(cast(file_id as integer), 0) not in ${numbersIn('upload_file', 'file_id')}
         or coalesce(cast(page_id as integer), 0) not in ${ofPages}`,
    )
  return paths
}

/** People referred to by the remaining data, and one administrator, who gets what belongs to nobody. */
function keepPeople(writable: DatabaseSync, database: ShowdocDatabase): void {
  const named = database.tables.flatMap((table) =>
    table === 'user'
      ? []
      : PERSON_COLUMNS.filter((column) => database.has(table, column)).map((column) => numbersIn(table, column)),
  )
  const isAdmin = database.has('user', 'groupid') ? 'cast(groupid as integer) = 1' : 'true'
  // Without an administrator, the first person is the one.
  const heir = `(select coalesce((select min(uid) from user where ${isAdmin}), (select min(uid) from user)) as uid)`
  const all = [...named, heir].map((each) => `select * from ${each}`).join(' union ')
  writable.exec(`delete from user where uid not in (${all})`)
}

/** The numbers in a column, as a subquery. Rows without one are left out: nothing is `not in` a list that has NULL. */
const numbersIn = (table: string, column: string): string =>
  `(select cast(${quoted(column)} as integer) from ${quoted(table)} where ${quoted(column)} is not null)`
