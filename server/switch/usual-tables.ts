import { DatabaseSync } from 'node:sqlite'
import { fateOf } from './fates.ts'
import { ShowdocRefusal } from './refusal.ts'
import { quoted } from './showdoc-database.ts'
import { ofSeveral, prefixesOf } from './table-prefix.ts'

/**
 * Makes the tables in the copy of a ShowDoc's database as the usual ones are: their names have no prefix, and each row
 * has a number of SQLite, which `without rowid` takes from it. Capitals in names need nothing: SQLite takes them for
 * small letters.
 * @param original the file that was copied
 * @throws ShowdocRefusal when there are several, all of them with prefixes
 */
export function inUsualTables(file: string, original: string): void {
  const database = new DatabaseSync(file)
  try {
    const tables = tablesIn(database)
    const prefixes = prefixesOf(tables.map(({ name }) => name))
    if (prefixes.length > 1 && !prefixes.includes(''))
      throw new ShowdocRefusal('dumpOfSeveral', ofSeveral(original, prefixes))
    const [prefix = ''] = prefixes.length === 1 ? prefixes : []
    const numberless = tables.filter(({ isNumberless }) => isNumberless)
    if (prefix === '' && numberless.length === 0) return
    database.exec('pragma synchronous = off; pragma legacy_alter_table = on; begin')
    // They name tables, and nothing of them is read.
    for (const { type, name } of triggersAndViewsIn(database)) database.exec(`drop ${type} ${quoted(name)}`)
    for (const { name } of numberless) numberRows(database, name)
    const names = tables.map(({ name }) => name)
    if (prefix !== '') leaveOutPrefix(database, names, prefix)
    database.exec('commit')
  } finally {
    database.close()
  }
}

interface Table {
  readonly name: string
  readonly isNumberless: boolean
}

const tablesIn = (database: DatabaseSync): readonly Table[] =>
  database
    .prepare(
      `select name, wr from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite~_%' escape '~'`,
    )
    .all()
    .map(({ name, wr }) => ({ name: String(name), isNumberless: wr === 1 }))

const triggersAndViewsIn = (database: DatabaseSync): readonly { readonly type: string; readonly name: string }[] =>
  database
    .prepare(`select type, name from sqlite_master where type in ('trigger', 'view')`)
    .all()
    .map(({ type, name }) => ({ type: String(type), name: String(name) }))

function numberRows(database: DatabaseSync, name: string): void {
  database.exec(`create table ${quoted(PASSING)} as select * from ${quoted(name)}`)
  database.exec(`drop table ${quoted(name)}; alter table ${quoted(PASSING)} rename to ${quoted(name)}`)
}

/** Tables without the prefix are not of the ShowDoc: those that would be taken for its own get names that it never has. */
function leaveOutPrefix(database: DatabaseSync, names: readonly string[], prefix: string): void {
  const taken = new Set(names.map((name) => name.toLowerCase()))
  const rename = (from: string, to: string): void =>
    database.exec(`alter table ${quoted(from)} rename to ${quoted(to)}`)
  for (const name of names) {
    const lower = name.toLowerCase()
    if (lower.startsWith(prefix) || (fateOf(lower)?.kind ?? 'unknown') === 'unknown') continue
    let aside = `without_prefix_${lower}`
    while (taken.has(aside)) aside += '_'
    rename(name, aside)
  }
  // In two steps: without its prefix, one of them may have the name of another one.
  const prefixed = names.filter((name) => name.toLowerCase().startsWith(prefix))
  for (const [at, name] of prefixed.entries()) rename(name, PASSING + at)
  for (const [at, name] of prefixed.entries()) rename(PASSING + at, name.slice(prefix.length))
}

/** Not the name of any table. */
const PASSING = '<passing>'
