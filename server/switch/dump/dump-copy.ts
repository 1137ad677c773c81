import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { UnusableData } from '../../unusable-data.ts'
import { LARGEST_ID } from '../columns.ts'
import { quoted } from '../showdoc-database.ts'
import { dumpEvents, type DumpedTable } from './dump-reader.ts'
import { textOfDump } from './dump-file.ts'

/** Without these it is not a ShowDoc, whatever prefix their names have. */
const ESSENTIAL = ['user', 'item', 'page'] as const

/**
 * Converts a MySQL dump to the SQLite database of a ShowDoc with the same rows. Versions of ShowDoc for MySQL have the
 * same tables and columns, with a variable table prefix.
 * @throws UnusableData when it is not a dump of a ShowDoc
 */
export async function copyOfDump(dump: string, file: string): Promise<void> {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma synchronous = off; pragma journal_mode = off; begin')
    const tables = await takeRows(database, dump)
    const prefix = prefixOf([...tables.keys()])
    if (prefix === null)
      throw new UnusableData([
        `${dump} is a dump, but not of a ShowDoc: it has no tables that are called ${ESSENTIAL.join(', ')}, with or without a prefix.`,
      ])
    for (const { name, numbered, next } of tables.values()) {
      const own = name.toLowerCase().startsWith(prefix) ? name.slice(prefix.length).toLowerCase() : null
      if (numbered !== null && next > 1) noteGiven(database, name, Math.min(next - 1, LARGEST_ID))
      // Other tables in the dump do not belong to the ShowDoc.
      if (own === null) database.exec(`drop table ${quoted(name)}`)
      else if (own !== name) database.exec(`alter table ${quoted(name)} rename to ${quoted(own)}`)
    }
    database.exec('commit')
  } finally {
    database.close()
  }
}

/** Records that a table has used ids up to this one, including those of deleted rows. */
function noteGiven(database: DatabaseSync, table: string, largest: number): void {
  const { changes } = database
    .prepare('update sqlite_sequence set seq = max(seq, ?) where name = ?')
    .run(largest, table)
  if (Number(changes) === 0)
    database.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table, largest)
}

async function takeRows(database: DatabaseSync, dump: string): Promise<ReadonlyMap<string, DumpedTable>> {
  const tables = new Map<string, DumpedTable>()
  let added = ''
  let adding = null as StatementSync | null
  for await (const event of dumpEvents(textOfDump(dump))) {
    if (event.kind === 'table') {
      const { table } = event
      database.exec(`drop table if exists ${quoted(table.name)}`)
      database.exec(`create table ${quoted(table.name)} (${columnsOf(table)})`)
      tables.set(table.name, table)
      continue
    }
    const { name, columns, values } = event
    if (!tables.has(name)) throw new UnusableData([`the dump has rows of ${name}, and does not say what ${name} is.`])
    const wanted = `${name} ${columns.join()}`
    if (!adding || added !== wanted) {
      const places = columns.map(() => '?').join(', ')
      adding = database.prepare(
        `insert or replace into ${quoted(name)} (${columns.map(quoted).join(', ')}) values (${places})`,
      )
      added = wanted
    }
    adding.run(...values)
  }
  return tables
}

/** Numbers are compared as numbers, as in a ShowDoc for SQLite. */
const columnsOf = ({ columns, numbers, numbered }: DumpedTable): string =>
  columns
    .map((column) => {
      const type = column === numbered ? 'integer primary key autoincrement' : numbers.has(column) ? 'numeric' : 'text'
      return `${quoted(column)} ${type}`
    })
    .join(', ')

/** The table prefix of a ShowDoc; null when its tables are incomplete. */
function prefixOf(names: readonly string[]): string | null {
  const lower = new Set(names.map((name) => name.toLowerCase()))
  const prefixes = [...lower].flatMap((name) => (name.endsWith('page') ? [name.slice(0, -'page'.length)] : []))
  return prefixes.find((prefix) => ESSENTIAL.every((name) => lower.has(prefix + name))) ?? null
}
