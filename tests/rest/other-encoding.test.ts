import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connectTo } from '#adapters/database/copy.ts'
import { newServerDatabase, onServer, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { openDatabase } from '#adapters/database/open.ts'
import { ended, launched } from '#tests/support/launched.ts'

const LETTERS = '库🙂'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'octavo-encoding-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

/** @returns the address of a database that holds a site with letters beyond ASCII, dropped with the test */
async function siteInAscii(): Promise<string> {
  const name = `octavo_test_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`)
  onTestFinished(() => onServer(`drop database ${name} with (force)`))
  const url = new URL(POSTGRES_URL ?? '')
  url.pathname = `/${name}`
  const database = await openDatabase({ location: { kind: 'postgres', url: url.href } })
  await database.close()
  await inDatabase(url.href, `insert into setting (section, value) values ('letter', '"${LETTERS}"')`)
  return url.href
}

async function inDatabase(url: string, statement: string): Promise<readonly unknown[]> {
  const { client, close } = await connectTo({ url })
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await close()
  }
}

describe.skipIf(!POSTGRES_URL)('a site in a database of the encoding SQL_ASCII', () => {
  it('goes on, is told, and moves to a database of UTF8', async () => {
    const from = await siteInAscii()
    const place = { DATABASE_URL: from, DATA_DIR: path.join(directory, 'site') }
    const { child, url, ended: end } = launched({ ...place, ADMIN_USERNAME: '', ADMIN_PASSWORD: '' })
    await Promise.race([url, end])
    child.kill('SIGTERM')
    const start = await end
    const doctor = await ended(place, 'server/doctor.ts')
    const to = await newServerDatabase()
    onTestFinished(to.drop)
    const move = await ended({ ...place, MOVE_TO: to.url }, 'server/move.ts')

    expect(start.code).toBe(0)
    expect(start.text).toContain('has the encoding SQL_ASCII; make one')
    expect(start.text).toContain('`npm run move` copies a site into it')
    expect(doctor.text).toMatch(/^note +DATABASE_URL: the database/m)
    expect(move).toMatchObject({ code: 0, text: expect.stringContaining('each table was compared') as unknown })
    expect(await inDatabase(to.url, `select value from setting where section = 'letter'`)).toEqual([{ value: LETTERS }])
  }, 240_000)

  it('is not moved into another of it', async () => {
    const to = await siteInAscii()
    const from = await newServerDatabase()
    onTestFinished(from.drop)

    const move = await ended(
      { DATABASE_URL: from.url, DATA_DIR: path.join(directory, 'other'), MOVE_TO: to },
      'server/move.ts',
    )

    expect(move.code).toBe(2)
    expect(move.text).toContain('has the encoding SQL_ASCII')
  }, 240_000)
})
