import { chmod, mkdir, stat, symlink } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { LEAST_TABLES, madeShowdoc } from '#tests/support/showdoc.ts'
import { consistentCopyOf } from './consistent-copy.ts'

async function copied(file: string) {
  const copy = await consistentCopyOf(file)
  const database = new DatabaseSync(copy.file, { readOnly: true })
  onTestFinished(async () => {
    database.close()
    await copy.remove()
  })
  return { ...copy, database }
}

const TABLES = `${LEAST_TABLES} create table page_history (page_history_id integer primary key, page_id integer);`

it('takes in what was not yet written into a database that lies behind a link', async () => {
  const { folder, file } = await madeShowdoc(`pragma journal_mode = wal; ${TABLES}`)
  const showdoc = new DatabaseSync(file)
  onTestFinished(() => showdoc.close())
  showdoc.exec(`insert into user values (1, 'ann', '')`)
  await mkdir(path.join(folder, 'linked'))
  await symlink(file, path.join(folder, 'linked/showdoc.db.php'))

  const { database } = await copied(path.join(folder, 'linked/showdoc.db.php'))

  expect(database.prepare('select username from user').all()).toMatchObject([{ username: 'ann' }])
})

it('is for nobody but the one who runs the command', async () => {
  const { file } = await madeShowdoc(TABLES)
  await chmod(file, 0o666)

  const copy = await copied(file)

  expect((await stat(copy.file)).mode & 0o777).toBe(0o600)
})
