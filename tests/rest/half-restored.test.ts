import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layDatabase } from '#tests/support/database.ts'
import { ended, launched } from '#tests/support/launched.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'octavo-half-restored-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

describe('a start on an embedded database whose copy is not whole', () => {
  it.each(['base', 'global/pg_control', 'pg_xact', 'postgresql.conf'])(
    'names %s that is missing in the database, and offers to remove nothing that a site has used',
    async (name) => {
      const dataDirectory = path.join(directory, `without-${path.basename(name)}`)
      await layDatabase(path.join(dataDirectory, 'database'))
      await writeFile(path.join(dataDirectory, 'secret.key'), 'x'.repeat(64))
      await rm(path.join(dataDirectory, 'database', name), { recursive: true })

      const outcome = await ended({ DATA_DIR: dataDirectory })

      expect(outcome.code).toBe(2)
      expect(outcome.text).not.toMatch(/\n {4}at |"level":"error"/)
      expect(outcome.text).toContain(
        `looks half restored: in ${path.join(dataDirectory, 'database')} ${name} is missing.`,
      )
      expect(outcome.text).not.toContain('remove the folder')
    },
  )

  it('opens a database whose copy has no empty folders', async () => {
    const dataDirectory = path.join(directory, 'no-empty-folders')
    const database = path.join(dataDirectory, 'database')
    await layDatabase(database)
    const entries = await readdir(database, { withFileTypes: true })
    for (const entry of entries)
      if (entry.isDirectory() && (await readdir(path.join(database, entry.name))).length === 0)
        await rm(path.join(database, entry.name), { recursive: true })
    const { child, url, ended: end } = launched({ DATA_DIR: dataDirectory, ADMIN_USERNAME: '', ADMIN_PASSWORD: '' })
    await url
    child.kill('SIGTERM')

    expect(await readdir(database)).toContain('pg_notify')
    expect((await end).code).toBe(0)
  })
})
