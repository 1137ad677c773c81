import { endColumn } from './columns.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

/**
 * The names of all items, pages and keys of pages that links can lead to in a ShowDoc, as the proof of links names them:
 * `item 5`, `item` with a domain in lower case, `page 30`, `key …`. Rows are not counted as read.
 */
export function namesThere(database: ShowdocDatabase): ReadonlySet<string> {
  const names = new Set<string>()
  const add = (kind: string, name: string | number | null | undefined): void => {
    if (name !== null && name !== undefined && name !== '') names.add(`${kind} ${name}`)
  }
  const ofItem = database.has('item', 'item_domain') ? 'lower(cast(item_domain as text))' : "''"
  for (const { id, domain } of database.stored(
    `select cast(item_id as integer) as id, ${ofItem} as domain from item where ${isLive(database, 'item')}`,
  )) {
    add('item', id)
    add('item', domain)
  }
  const inItem = `cast(item_id as integer) in (select cast(item_id as integer) from item where ${isLive(database, 'item')})`
  const pages = `select cast(page_id as integer) as id from page where ${isLive(database, 'page')} and ${inItem}`
  for (const { id } of database.stored(pages)) add('page', id)
  if (!database.has('single_page', 'page_id', 'unique_key')) return names
  const end = database.has('single_page', 'expire_time') ? 'cast(expire_time as text)' : 'null'
  const now = new Date()
  for (const { key, until } of database.stored(
    `select cast(unique_key as text) as key, ${end} as until from single_page where cast(page_id as integer) in (${pages})`,
  ))
    if (!hasEnded(endColumn.parse(until), now)) add('key', key)
  return names
}

const hasEnded = (end: Date | string | null, now: Date): boolean =>
  typeof end === 'string' || (end !== null && end <= now)

const isLive = (database: ShowdocDatabase, table: 'item' | 'page'): string =>
  ['is_del', 'is_draft']
    .filter((column) => database.has(table, column))
    .map((column) => `coalesce(cast(${column} as integer), 0) = 0`)
    .concat('true')
    .join(' and ')
