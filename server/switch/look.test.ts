import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  describeShowdocs,
  expectedOf,
  LEAST_TABLES,
  madeShowdoc,
  SHOWDOC_VERSIONS,
  showdocFolder,
  stateOfFolder,
} from '#tests/support/showdoc.ts'
import { openShowdoc, type OpenedShowdoc } from './look.ts'
import type { LookProblem } from './look-problem.ts'
import { linesOf } from './look-lines.ts'
import { wordsOfReason } from './reasons.ts'

let opened: OpenedShowdoc | null = null
const look = async (folder: string) => (opened = await openShowdoc(folder)).look
const said = ({ code, values }: LookProblem): string => wordsOfReason(code, values, 'en')
async function close() {
  await opened?.close()
  opened = null
}
afterEach(close)

describeShowdocs(SHOWDOC_VERSIONS, 'a look at ShowDoc %s', (version) => {
  it('counts every table and finds no problem', async () => {
    const { tables, schema, problems, uploads } = await look(showdocFolder(version))
    const expected = expectedOf(version)
    const { sqlite_sequence: _sequence, '<?php ': _first, ...counts } = expected.table_counts

    expect(problems).toEqual([])
    expect(String(schema)).toBe(expected.db_version_num)
    expect(tables.every(({ fate }) => fate.kind !== 'unknown')).toBe(true)
    const filled = tables.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, rows])
    expect(Object.fromEntries(filled)).toEqual(
      Object.fromEntries(Object.entries(counts).filter(([, rows]) => rows > 0)),
    )
    expect(uploads.count).toBe(14)
  })

  it('changes neither bytes nor times of any file', async () => {
    const before = await stateOfFolder(showdocFolder(version))

    await look(showdocFolder(version))
    await close()

    expect(await stateOfFolder(showdocFolder(version))).toEqual(before)
  })

  it('tells what is carried and what is not', async () => {
    const text = [...linesOf(await look(showdocFolder(version)))].join('\n')

    expect(text).toMatch(
      /Would be carried:[^:]* {2}upload_file\n[^:]*kept whole as JSON:[^:]*runapi_flow \(flows of RunApi\)/,
    )
    expect(text).toMatch(/Would take about \d seconds, with the embedded database up to twice as long\./)
    expect(text).toContain('No problem was found.')
  })
})

describe('a look', () => {
  it('takes the file of the database as well as its folder, and the folder of a container', async () => {
    const { folder, file } = await madeShowdoc(LEAST_TABLES)
    await mkdir(path.join(folder, 'outer/html/Sqlite'), { recursive: true })
    await copyFile(file, path.join(folder, 'outer/html/Sqlite/showdoc.db.php'))

    for (const place of [folder, file, path.join(folder, 'outer')]) {
      expect((await look(place)).tables.map(({ name }) => name)).toEqual(['item', 'page', 'user'])
      await close()
    }
  })

  it('says of a database without a version, of a newer one and of strange tables what they mean', async () => {
    const strange = 'create table robots (id integer); insert into robots values (1);'
    const newer = `create table options (option_name text, option_value text); insert into options values ('db_version_num', '34');`

    expect((await look((await madeShowdoc(LEAST_TABLES)).folder)).problems.map(said).join()).toContain(
      'version of its tables is not said',
    )
    await close()
    const { problems } = await look((await madeShowdoc(`${LEAST_TABLES}${strange}${newer}`)).folder)
    expect(problems.map(said).join('\n')).toMatch(/version 34, newer than 33.*look for a newer Octavo\.\n.*robots/)
    expect(problems.map(said).join('\n')).toContain('are missing: catalog, page_history, item_member.')
  })

  it('reads what is still in a write-ahead log, and leaves the log as it is', async () => {
    const { folder, file } = await madeShowdoc(`pragma journal_mode = wal; ${LEAST_TABLES}`)
    const running = new DatabaseSync(file)
    onTestFinished(() => running.close())
    running.exec(`insert into user values (7, 'ann', '')`)
    const before = await stateOfFolder(folder)

    const { tables } = await look(folder)

    expect(tables.find(({ name }) => name === 'user')?.rows).toBe(1)
    expect(await stateOfFolder(folder)).toEqual(before)
  })

  it('undoes in its copy what a crash left half done, and in the copy alone', async () => {
    const { folder, file } = await madeShowdoc(`${LEAST_TABLES} insert into user values (7, 'ann', '');`)
    const running = new DatabaseSync(file)
    // Pages written to the disk before the transaction ends are what a crash leaves there, with the journal to undo
    // them.
    running.exec(`pragma cache_size = 1; pragma cache_spill = 1; begin; update user set username = 'half'`)
    running.exec(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 400)
      insert into page select i, 1, 'title', hex(randomblob(1000)) from n`)
    const crashed = path.join(folder, 'crashed/Sqlite')
    await mkdir(crashed, { recursive: true })
    for (const name of ['', '-journal']) await copyFile(file + name, path.join(crashed, `showdoc.db.php${name}`))
    running.close()
    const before = await stateOfFolder(crashed)

    const { tables } = await look(path.join(folder, 'crashed'))

    expect(Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))).toMatchObject({ page: 0, user: 1 })
    expect(await stateOfFolder(crashed)).toEqual(before)
  })

  it('refuses a damaged database with words', async () => {
    const many = `with recursive n (i) as (select 1 union all select i + 1 from n where i < 400)
      insert into page select i, 1, 'title', hex(randomblob(1000)) from n;`
    const { folder, file } = await madeShowdoc(`${LEAST_TABLES}${many}`)
    const bytes = await readFile(file)
    await writeFile(file, bytes.fill(0x5a, bytes.length >> 1, (bytes.length >> 1) + 4096 * 20))

    await expect(look(folder)).rejects.toMatchObject({
      name: 'ShowdocRefusal',
      message: expect.stringContaining('it is damaged') as unknown,
    })
  })

  it('tells of a database of which only a part is damaged', async () => {
    const long = `insert into page select 1, 1, 'title', hex(randomblob(100000))`
    const { folder, file } = await madeShowdoc(`pragma page_size = 4096; ${LEAST_TABLES} ${long}`)
    const bytes = await readFile(file)
    // Each page of a long text starts with the number of the next one.
    await writeFile(file, bytes.fill(0xff, 4096 * 25, 4096 * 25 + 4))

    expect((await look(folder)).problems.map(said).join()).toMatch(/is damaged \(.*page.*\)\. Use a backup/)
  })

  it.each([
    ['a path that leads nowhere', async () => '/nowhere/at/all', /is not there/],
    [
      'a folder without a ShowDoc',
      async () => path.dirname((await madeShowdoc('select 1')).file),
      /there is no ShowDoc in/,
    ],
    ['an empty file', async () => (await madeShowdoc('select 1')).file, /not of a ShowDoc/],
    [
      'a database of something else',
      async () => (await madeShowdoc('create table notes (id)')).folder,
      /no table user, item, page as ShowDoc makes it.*\n.*If it is that file, .* name that of a backup/,
    ],
    [
      'a table that only has the name',
      async () => (await madeShowdoc(`${LEAST_TABLES} drop table page; create table page (id)`)).folder,
      /no table page as ShowDoc makes it/,
    ],
  ])('refuses %s with words', async (_what, place, words) => {
    await expect(look(await place())).rejects.toMatchObject({
      name: 'ShowdocRefusal',
      message: expect.stringMatching(words) as unknown,
    })
  })

  it('refuses a file that is no database', async () => {
    const { folder, file } = await madeShowdoc(LEAST_TABLES)
    await writeFile(file, 'words '.repeat(1_000))

    await expect(look(folder)).rejects.toMatchObject({
      name: 'ShowdocRefusal',
      message: expect.stringContaining('cannot be read as a database of SQLite') as unknown,
    })
  })
})
