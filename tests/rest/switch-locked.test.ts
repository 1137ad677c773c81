import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { layDatabase } from '#tests/support/database.ts'
import { ended } from '#tests/support/launched.ts'
import { LEAST_TABLES, madeShowdoc, stateOfFolder } from '#tests/support/showdoc.ts'

const SHOWDOC = `${LEAST_TABLES} insert into user values (1, 'ann', ''); insert into item values (5, 'Orders', 1);
  insert into page values (30, 5, 'Create', 'as it was committed');`

/** Does something in the database, says so, and ends its transaction once it is told to. */
const WRITER = `
  const { DatabaseSync } = require('node:sqlite')
  const [, file, statements] = process.argv
  const database = new DatabaseSync(file)
  database.exec(statements)
  process.stdout.write('ready')
  process.stdin.once('data', () => {
    database.exec('commit')
    database.close()
    process.exit(0)
  })`

/** Another process that has done this to the database, and has it open. */
async function writing(file: string, statements: string): Promise<ChildProcess> {
  const writer = spawn(process.execPath, ['-e', WRITER, file, statements], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void writer.kill('SIGKILL'))
  if (writer.stdout) await once(writer.stdout, 'data')
  return writer
}

const Receipt = z.object({
  isWhole: z.boolean(),
  tables: z.array(z.object({ name: z.string(), read: z.number(), carried: z.number() })),
})

/** The command as an operator runs it. */
async function moved(folder: string) {
  const data = await mkdtemp(path.join(tmpdir(), 'octavo-locked-'))
  onTestFinished(() => rm(data, { recursive: true, force: true }))
  await layDatabase(path.join(data, 'database'))
  const { code, text } = await ended({ DATA_DIR: data, LANGUAGE: 'en' }, 'server/switch.ts', folder)
  expect([code, text]).toEqual([0, expect.stringContaining('All of it is here.')])
  const receipt = Receipt.parse(JSON.parse(await readFile(path.join(data, 'switch/receipt.json'), 'utf8')))
  const read = Object.fromEntries(receipt.tables.map((table) => [table.name, table.read]))
  return { text, isWhole: receipt.isWhole, read }
}

it('brings what was committed from a ShowDoc that another process has locked, and disturbs neither', async () => {
  const { folder, file } = await madeShowdoc(SHOWDOC)
  // Pages that are written to the file before the transaction ends must not come.
  const writer = await writing(
    file,
    `pragma cache_size = 1; pragma cache_spill = 1; begin exclusive; update page set page_content = 'half';
     with recursive n (i) as (select 31 union all select i + 1 from n where i < 400)
     insert into page select i, 5, 'title', hex(randomblob(1000)) from n`,
  )
  const before = await stateOfFolder(folder)

  const { isWhole, read, text } = await moved(folder)

  expect([isWhole, read]).toEqual([true, { user: 1, item: 1, page: 1 }])
  expect(text).toContain('Compared, and the same: 1 page, 0 drafts, 0 former versions, 0 files.')
  expect(await stateOfFolder(folder)).toEqual(before)
  writer.stdin?.write('end\n')
  expect(await once(writer, 'exit')).toEqual([0, null])
  expect((await moved(folder)).read).toMatchObject({ page: 371 })
}, 240_000)

it('brings what only a write-ahead log holds, which a process left that was killed, and leaves the log', async () => {
  const { folder, file } = await madeShowdoc(`pragma journal_mode = wal; ${SHOWDOC}`)
  const writer = await writing(
    file,
    `pragma wal_autocheckpoint = 0; insert into page values (31, 5, 'In the log', 'text');
     begin immediate; insert into page values (32, 5, 'Not committed', 'text')`,
  )
  writer.kill('SIGKILL')
  await once(writer, 'exit')
  const before = await stateOfFolder(folder)
  expect([...before.keys()]).toContain('Sqlite/showdoc.db.php-wal')

  const { isWhole, read } = await moved(folder)

  expect([isWhole, read]).toEqual([true, { user: 1, item: 1, page: 2 }])
  expect(await stateOfFolder(folder)).toEqual(before)
}, 240_000)
