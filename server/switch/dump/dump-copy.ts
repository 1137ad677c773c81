import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { LARGEST_ID } from '../columns.ts'
import { ShowdocRefusal } from '../refusal.ts'
import { quoted } from '../showdoc-database.ts'
import type { LookProblem } from '../look-problem.ts'
import { ESSENTIAL_TABLES, ofSeveral, prefixesOf } from '../table-prefix.ts'
import { openDump } from './dump-file.ts'
import { dumpEvents, type DumpedTable } from './dump-reader.ts'
import { DumpTexts } from './dump-texts.ts'
import { DumpTimes } from './dump-times.ts'

/**
 * Converts a MySQL dump to the SQLite database of a ShowDoc with the same rows. Versions of ShowDoc for MySQL have the
 * same tables and columns, with a variable table prefix.
 * @returns what could not be read without doubt
 * @throws ShowdocRefusal when it is not a dump of a ShowDoc, or not a whole one
 */
export async function copyOfDump(dump: string, file: string): Promise<readonly LookProblem[]> {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma synchronous = off; pragma journal_mode = off; begin')
    // The first such table makes SQLite note the numbers that tables have given.
    database.exec('create table numbered (id integer primary key autoincrement); drop table numbered')
    const { tables, texts, times } = await takeRows(database, dump)
    const prefix = prefixOf(dump, [...tables.keys()])
    const isOwn = (name: string): boolean => name.toLowerCase().startsWith(prefix)
    for (const { name, next } of tables.values()) {
      const own = isOwn(name) ? name.slice(prefix.length).toLowerCase() : null
      if (next > 1) noteGiven(database, name, Math.min(next - 1, LARGEST_ID))
      // Other tables in the dump do not belong to the ShowDoc.
      if (own === null) database.exec(`drop table ${quoted(name)}`)
      else if (own !== name) database.exec(`alter table ${quoted(name)} rename to ${quoted(own)}`)
    }
    database.exec('commit')
    return [...texts.problems, ...times.problemsOf(isOwn)]
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

interface TakenRows {
  readonly tables: ReadonlyMap<string, DumpedTable>
  readonly texts: DumpTexts
  readonly times: DumpTimes
}

async function takeRows(database: DatabaseSync, dump: string): Promise<TakenRows> {
  const tables = new Map<string, DumpedTable>()
  const opened = await openDump(dump)
  const texts = new DumpTexts(opened)
  const times = new DumpTimes()
  let added = ''
  let adding = null as StatementSync | null
  for await (const event of dumpEvents({ ...opened, texts })) {
    if (event.kind === 'table') {
      const { table, line } = event
      // As in a dump of several databases, one of which is MySQL's own with a table of users.
      if (tables.has(table.name)) throw new ShowdocRefusal('dumpOfSeveralDatabases', { table: table.name, line })
      database.exec(`create table ${quoted(table.name)} (${columnsOf(table)})`)
      tables.set(table.name, table)
      continue
    }
    if (event.kind === 'zone') {
      times.follow(event.statement)
      continue
    }
    if (event.kind === 'next') {
      const table = tables.get(event.name)
      if (table) tables.set(event.name, { ...table, next: event.next })
      continue
    }
    const { name, columns, values, onTwice, line } = event
    const table = tables.get(name)
    if (!table) throw new ShowdocRefusal('dumpTableUnsaid', { table: name, line })
    texts.noteNarrow(values, table.sets, line)
    const wanted = `${onTwice} ${name} ${columns.join()}`
    if (!adding || added !== wanted) {
      // Bytes that are in no character set stay as they are in a text.
      const places = columns.map(() => 'cast(? as text)').join(', ')
      adding = database.prepare(
        `insert or ${onTwice} into ${quoted(name)} (${columns.map(quoted).join(', ')}) values (${places})`,
      )
      added = wanted
    }
    try {
      adding.run(...times.valuesOf(table, columns, values, line))
    } catch (cause) {
      if (!isTwice(cause)) throw cause
      throw new ShowdocRefusal('dumpRowTwice', { table: name, line }, { cause })
    }
  }
  return { tables, texts, times }
}

const SQLITE_CONSTRAINT = 19

/** SQLite's extended codes have the plain one in their last byte. */
const isTwice = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  error.errcode % 256 === SQLITE_CONSTRAINT

/** Numbers are compared as numbers, as in a ShowDoc for SQLite. */
const columnsOf = ({ columns, numbers, numbered }: DumpedTable): string =>
  columns
    .map((column) => {
      const type = column === numbered ? 'integer primary key autoincrement' : numbers.has(column) ? 'numeric' : 'text'
      return `${quoted(column)} ${type}`
    })
    .join(', ')

/** The table prefix of a ShowDoc. @throws ShowdocRefusal when its tables are incomplete, or those of several */
function prefixOf(dump: string, names: readonly string[]): string {
  const [prefix, ...others] = prefixesOf(names)
  if (prefix === undefined) throw new ShowdocRefusal('dumpOfOther', { file: dump, tables: ESSENTIAL_TABLES.join(', ') })
  if (others.length > 0) throw new ShowdocRefusal('dumpOfSeveral', ofSeveral(dump, [prefix, ...others]))
  return prefix
}
