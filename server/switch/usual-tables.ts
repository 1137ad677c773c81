import { DatabaseSync } from 'node:sqlite'
import { quoted } from './showdoc-database.ts'
import { prefixesOf } from './table-prefix.ts'

/**
 * Makes the tables in the copy of a ShowDoc's database as the usual ones are: their names have no prefix, and each row
 * has a number of SQLite, which `without rowid` takes from it. Capitals in names need nothing: SQLite takes them for
 * small letters.
 */
export function inUsualTables(file: string): void {
  const database = new DatabaseSync(file)
  try {
    const tables = tablesIn(database)
    const prefixes = prefixesOf(tables.map(({ name }) => name))
    const [prefix = ''] = prefixes.length === 1 ? prefixes : []
    const numberless = tables.filter(({ isNumberless }) => isNumberless)
    if (prefix === '' && numberless.length === 0) return
    database.exec('pragma synchronous = off; pragma legacy_alter_table = on; begin')
    // They name tables, and nothing of them is read.
    for (const { type, name } of triggersAndViewsIn(database)) database.exec(`drop ${type} ${quoted(name)}`)
    for (const { name } of numberless) numberRows(database, name)
    if (prefix !== '') for (const { name } of tables) leaveOutPrefix(database, name, prefix)
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

/** Tables that have no prefix stay, unless one with it takes their name: they are not of the ShowDoc. */
function leaveOutPrefix(database: DatabaseSync, name: string, prefix: string): void {
  if (!name.toLowerCase().startsWith(prefix)) return
  const own = quoted(name.slice(prefix.length))
  database.exec(`drop table if exists ${own}; alter table ${quoted(name)} rename to ${own}`)
}

/** Not the name of any table. */
const PASSING = '<passing>'
