import { quoted, type ShowdocDatabase, type StoredRow } from './showdoc-database.ts'

/** Rows of one table that have no place in Octavo. */
export interface KeptTable {
  readonly table: string
  readonly rows: readonly StoredRow[]
}

/** The same for the operator, read on demand: there may be many. */
export interface OperatorTable {
  readonly table: string
  readonly rows: Iterable<StoredRow>
}

/**
 * What readers of an item could see in ShowDoc as well. Everything else, such as variables with tokens, passwords of
 * databases, or chats, is kept only for the operator, because a page would show it to more people.
 */
const FOR_READERS: ReadonlySet<string> = new Set(['kanban_activity_log', 'parameter_description_entry'])

/** The rows of a table that readers of items may see, by item id. */
export function rowsForReaders(database: ShowdocDatabase, table: string): ReadonlyMap<number, readonly StoredRow[]> {
  if (!FOR_READERS.has(table) || !database.has(table, 'item_id')) return new Map()
  const seen = Array.from(allRows(database, table)).filter((row) => Number(row['is_deleted'] ?? 0) !== 1)
  return Map.groupBy(seen, (row) => Number(row['item_id']))
}

export const allRows = (database: ShowdocDatabase, table: string): Iterable<StoredRow> =>
  database.stored(`select * from ${quoted(table)}`)

/** Deleted items, with all their content. */
export function ofDeletedItems(database: ShowdocDatabase): readonly OperatorTable[] {
  if (!database.has('item', 'is_del')) return []
  const items = `select cast(item_id as integer) from item where cast(is_del as integer) = 1`
  const pages = `select cast(page_id as integer) from page where cast(item_id as integer) in (${items})`
  const of = (table: string, column: string, ids: string): OperatorTable => ({
    table: `${table} of deleted items`,
    rows: database.has(table, column)
      ? database.stored(`select * from ${quoted(table)} where cast(${quoted(column)} as integer) in (${ids})`)
      : [],
  })
  const tables = [
    ...['item', 'catalog', 'page', 'item_member'].map((table) => of(table, 'item_id', items)),
    of('page_history', 'page_id', pages),
  ]
  return tables.filter(({ rows }) => rows[Symbol.iterator]().next().done !== true)
}
