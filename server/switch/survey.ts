import { DatabaseSync } from 'node:sqlite'
import { ShowdocDatabase } from './showdoc-database.ts'
import { sourceIdsIn, type SourceIds } from './source-ids.ts'

/** The result of scanning a whole copy. */
export interface Survey {
  readonly sourceIds: SourceIds
  /** SQLite's messages. */
  readonly damages: readonly string[]
}

/** For looking up pages by item and id, and versions by page; ShowDoc has them only since 3.x, if at all. */
const INDEXES = [
  ['page', 'page_id'],
  ['page', 'item_id'],
  ['page_history', 'page_id'],
] as const

/** Scans a copy of a ShowDoc's database, and adds the indexes needed for reading it. */
export function surveyOf(file: string): Survey {
  addIndexes(file)
  const database = new ShowdocDatabase(file)
  try {
    return { sourceIds: sourceIdsIn(database), damages: database.damages() }
  } finally {
    database.close()
  }
}

/** Without them, a table would be scanned for each item and each page. */
function addIndexes(file: string): void {
  const database = new DatabaseSync(file)
  try {
    for (const [table, column] of INDEXES) {
      const columns = database.prepare('select lower(name) as name, pk from pragma_table_info(?)').all(table)
      // A key has an index.
      if (columns.some(({ name, pk }) => name === column && pk !== 1))
        database.exec(`create index if not exists octavo_${table}_${column} on ${table} (${column})`)
    }
  } catch {
    // A damaged table is reported when it is read.
  } finally {
    database.close()
  }
}
