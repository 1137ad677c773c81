import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { describeShowdocs, SHOWDOC_VERSIONS, showdocFolder } from '#tests/support/showdoc.ts'
import { openShowdoc } from './look.ts'
import { quoted } from './showdoc-database.ts'

interface NamedTable {
  readonly name: string
  readonly columns: readonly string[]
}

/** A ShowDoc of which something is done to each table. */
async function altered(version: string, alter: (table: NamedTable) => string, after = ''): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-usual-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(path.join(folder, 'Sqlite'))
  const file = path.join(folder, 'Sqlite/showdoc.db.php')
  await copyFile(path.join(showdocFolder(version), 'Sqlite/showdoc.db.php'), file)
  const database = new DatabaseSync(file)
  const names = database.prepare(`select name from sqlite_master where type = 'table' and name glob '[a-z]*'`).all()
  for (const { name } of names.filter((each) => !String(each['name']).startsWith('sqlite_'))) {
    const columns = database.prepare('select name from pragma_table_info(?)').all(String(name))
    database.exec(alter({ name: String(name), columns: columns.map((column) => String(column['name'])) }))
  }
  database.exec(after)
  database.close()
  return folder
}

/** Every row of every table, and the largest ids that tables have given. */
async function contentsOf(folder: string) {
  const showdoc = await openShowdoc(folder)
  try {
    const { database, sourceIds, look } = showdoc
    const tables = database.tables.filter((name) => /^[a-z]/.test(name) && database.count(name) > 0)
    const rowsOf = (name: string): readonly string[] =>
      Array.from(database.stored(`select * from ${quoted(name)}`), (row) => JSON.stringify(row)).toSorted()
    return {
      rows: Object.fromEntries(tables.map((name) => [name, rowsOf(name)])),
      largest: sourceIds.largest,
      problems: look.problems.map(({ code }) => code).filter((code) => code !== 'problemNoFiles'),
    }
  } finally {
    await showdoc.close()
  }
}

const inCapitals = ({ name, columns }: NamedTable): string =>
  [
    ...columns.map(
      (column) => `alter table ${quoted(name)} rename column ${quoted(column)} to ${quoted(column.toUpperCase())};`,
    ),
    `alter table ${quoted(name)} rename to passing; alter table passing rename to ${quoted(name.toUpperCase())};`,
  ].join('')
const withPrefix = ({ name }: NamedTable): string => `alter table ${quoted(name)} rename to ${quoted(`Sd_${name}`)};`
/** With their first column as the key. */
const withoutNumbers = ({ name, columns }: NamedTable): string => {
  const [key = '', ...others] = columns
  return `create table passing (${quoted(key)} not null primary key, ${others.map(quoted).join(', ')}) without rowid;
    insert into passing select * from ${quoted(name)}; drop table ${quoted(name)};
    alter table passing rename to ${quoted(name)};`
}

describeShowdocs(SHOWDOC_VERSIONS, 'a ShowDoc %s', (version) => {
  it.each([
    ['with capitals in its names', inCapitals, ''],
    ['with a prefix before its tables', withPrefix, ''],
    [
      'with a prefix, and other tables, views and triggers',
      withPrefix,
      `create view sd_all as select * from Sd_page; create table options (other);
        create trigger sd_changed after update on Sd_page begin delete from Sd_page; end;`,
    ],
    ['whose rows have no number of SQLite', withoutNumbers, ''],
  ])('%s is read as the usual one is', async (_what, alter, after) => {
    const usual = await contentsOf(showdocFolder(version))
    const folder = await altered(version, alter, after)
    const before = await readFile(path.join(folder, 'Sqlite/showdoc.db.php'))

    const found = await contentsOf(folder)

    expect(Object.keys(usual.rows).length).toBeGreaterThan(20)
    expect(found.rows).toEqual(usual.rows)
    expect(found.problems).toEqual(usual.problems)
    if (alter !== withoutNumbers) expect(found.largest).toEqual(usual.largest)
    expect(await readFile(path.join(folder, 'Sqlite/showdoc.db.php'))).toEqual(before)
  })
})
