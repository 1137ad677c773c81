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
 * What readers of an item could see in ShowDoc as well. Everything else, such as variables with tokens or passwords of
 * databases, is kept only for the operator, because a page would show it to more people.
 */
const FOR_READERS: ReadonlySet<string> = new Set(['kanban_activity_log', 'parameter_description_entry'])
/** Of it readers were shown the numbers for each page, and not who gave it. */
export const FEEDBACK = 'page_feedback'
export const isPartlyShown = (table: string): boolean => table === FEEDBACK

/** What readers of an item may see of a table. */
interface Shown {
  readonly rows: readonly StoredRow[]
  /** The number of rows of ShowDoc it comes from. */
  readonly count: number
}

/** By item id. */
export function shownToReaders(database: ShowdocDatabase, table: string): ReadonlyMap<number, Shown> {
  if (table === FEEDBACK) return feedbackShown(database)
  if (!FOR_READERS.has(table) || !database.has(table, 'item_id')) return new Map()
  const seen = Array.from(allRows(database, table)).filter((row) => Number(row['is_deleted'] ?? 0) !== 1)
  const byItem = Map.groupBy(seen, (row) => Number(row['item_id']))
  return new Map(Array.from(byItem, ([itemId, rows]) => [itemId, { rows, count: rows.length }]))
}

/** Only where feedback is on, of pages that readers see. */
function feedbackShown(database: ShowdocDatabase): ReadonlyMap<number, Shown> {
  if (!database.has(FEEDBACK, 'page_id', 'feedback_type') || !database.has('item', 'allow_feedback')) return new Map()
  const hidden = ['is_del', 'is_draft'].filter((column) => database.has('page', column))
  const seen = hidden.map((column) => `and cast(p.${column} as integer) <> 1`).join(' ')
  const rows = database.stored(`
    select p.item_id, p.page_id, p.page_title, sum(cast(f.feedback_type as integer) = 1) as helpful_count,
      sum(cast(f.feedback_type as integer) = 2) as unhelpful_count
    from ${FEEDBACK} f join page p on p.page_id = cast(f.page_id as integer) ${seen}
      join item i on i.item_id = cast(p.item_id as integer) and cast(i.allow_feedback as integer) = 1
    where cast(f.feedback_type as integer) in (1, 2)
    group by p.page_id order by p.page_id`)
  const byItem = Map.groupBy(rows, (row) => Number(row['item_id']))
  const countOf = (row: StoredRow): number => Number(row['helpful_count']) + Number(row['unhelpful_count'])
  return new Map(
    Array.from(byItem, ([itemId, some]) => [
      itemId,
      { rows: some, count: some.reduce((sum, row) => sum + countOf(row), 0) },
    ]),
  )
}

export const allRows = (database: ShowdocDatabase, table: string): Iterable<StoredRow> =>
  database.stored(`select * from ${quoted(table)}`)
