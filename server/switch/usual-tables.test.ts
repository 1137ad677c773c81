import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { describeShowdocs, madeShowdoc, SHOWDOC_VERSIONS, showdocFolder } from '#tests/support/showdoc.ts'
import { commentsIn } from './belongings.ts'
import { openShowdoc } from './look.ts'
import { wordsOfReason } from './reasons.ts'
import { quoted } from './showdoc-database.ts'
import { usersIn } from './users.ts'

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

const MINIMAL = (prefix: string): string => `
  create table ${prefix}user (uid integer primary key, username text, password text, groupid int);
  create table ${prefix}item (item_id integer primary key, item_name text, uid integer);
  create table ${prefix}page (page_id integer primary key, item_id integer, page_title text, page_content text);
  insert into ${prefix}user values (1, '${prefix}ann', '', 1);`

it('is refused with the prefixes of all where one file holds several, all of them with one', async () => {
  const { folder } = await madeShowdoc(MINIMAL('sd_') + MINIMAL('old_'))

  await expect(openShowdoc(folder)).rejects.toThrow(
    /is of several ShowDocs: their tables begin with (?:"sd_", "old_"|"old_", "sd_")/,
  )
})

it('is the one without a prefix where there is one, as ShowDoc reads it, and the others are told', async () => {
  const { folder } = await madeShowdoc(MINIMAL('') + MINIMAL('old_'))

  const { database, look, close } = await openShowdoc(folder)
  onTestFinished(close)

  expect(usersIn(database).map(({ username }) => username)).toEqual(['ann'])
  expect(look.problems).toContainEqual({ code: 'problemUnknownTables', values: { tables: 'old_user' } })
  expect(look.problems).toContainEqual({ code: 'problemOtherShowdocs', values: { prefixes: '"old_"' } })
  for (const language of ['en', 'zh-cn'] as const)
    expect(wordsOfReason('problemOtherShowdocs', { prefixes: '"old_"' }, language)).toContain('"old_"')
})

it('takes nothing of tables without its prefix for its own, and tells of them', async () => {
  const { folder } = await madeShowdoc(`${MINIMAL('sd_')}
    create table page_comment (comment_id integer primary key, page_id int, uid int, content text);
    insert into page_comment values (1, 1, 1, 'Of another ShowDoc');
    create table options (option_id integer primary key, option_name text, option_value text);
    insert into options values (1, 'db_version_num', '33');
    create table without_prefix_options (other); create table strange (what); insert into strange values (1);`)

  const { database, look, close } = await openShowdoc(folder)
  onTestFinished(close)

  expect([commentsIn(database), look.schema]).toEqual([[], null])
  expect(look.problems).toContainEqual({
    code: 'problemUnknownTables',
    values: { tables: 'strange, without_prefix_options_, without_prefix_page_comment' },
  })
})

it('is read where a table has its prefix twice beside the one that has it once', async () => {
  const { folder } = await madeShowdoc(`create table sd_sd_page (other); ${MINIMAL('sd_')}`)

  const { database, close } = await openShowdoc(folder)
  onTestFinished(close)

  expect(usersIn(database).map(({ username }) => username)).toEqual(['sd_ann'])
  expect(database.columnsOf('sd_page')).toEqual(['other'])
})
