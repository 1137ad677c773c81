import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { laidServerDatabase, newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { layDatabase } from '#tests/support/database.ts'
import { MIGRATIONS } from '#migrations/all.ts'
import { connectTo, type CopyPlace } from './copy.ts'
import { OlderSchemaError, openToRead } from './open-to-read.ts'

const PLACES = ['embedded' as const, ...(POSTGRES_URL ? ['PostgreSQL' as const] : [])]

async function laidAt(kind: (typeof PLACES)[number]): Promise<CopyPlace> {
  if (kind === 'PostgreSQL') {
    const { url, drop } = await laidServerDatabase()
    onTestFinished(drop, 60_000)
    return { url }
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-to-read-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await layDatabase(path.join(folder, 'database'))
  return { directory: path.join(folder, 'database') }
}

async function within<T>(place: CopyPlace, statement: string): Promise<readonly T[]> {
  const { client, close } = await connectTo(place)
  try {
    return (await client.query(statement)).rows as T[]
  } finally {
    await close()
  }
}

describe.each(PLACES)('a database that is opened to be read (%s)', (kind) => {
  it('is read, and takes nothing that is written', async () => {
    const place = await laidAt(kind)
    const opened = await openToRead(place)
    try {
      expect(await opened.store.users.byUsernames(['ann'])).toEqual([])
      expect(await opened.carry((rows) => rows.records(1).of('user'))).toEqual([])
      await expect(
        opened.carry((rows) => rows.records(1).noteOther('single_page', new Map([[1, 'x']]))),
      ).rejects.toThrow(/read-only/)
    } finally {
      await opened.close()
    }
  }, 60_000)

  it('is refused where a change of its tables is due, and stays as it is', async () => {
    const place = await laidAt(kind)
    const last = MIGRATIONS.at(-1)?.name
    await within(place, `delete from migration where name = '${last}'`)

    const refusal: unknown = await openToRead(place).catch((error: unknown) => error)

    expect(refusal).toBeInstanceOf(OlderSchemaError)
    expect(refusal).toMatchObject({ missing: [last], isEmpty: false })
    expect(await within(place, `select name from migration where name = '${last}'`)).toEqual([])
  }, 60_000)
})

describe.runIf(POSTGRES_URL)('an empty database', () => {
  it('is refused, and gets no table', async () => {
    const { url, drop } = await newServerDatabase()
    onTestFinished(drop, 60_000)

    await expect(openToRead({ url })).rejects.toMatchObject({ name: 'OlderSchemaError', isEmpty: true })
    expect(await within({ url }, `select tablename from pg_tables where schemaname = 'public'`)).toEqual([])
  }, 60_000)
})
