import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepOthersFromStarting } from '#adapters/database/migrate.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { ended, launched } from '#tests/support/launched.ts'
import { hasPgBouncer, startPgBouncer, type PgBouncer } from '#tests/support/pgbouncer.ts'

const NOBODY = { ADMIN_USERNAME: '', ADMIN_PASSWORD: '', NEW_SECRET_KEY: '' }
const WAYS = ['directly', 'through PgBouncer'] as const
type Way = (typeof WAYS)[number]

describe.skipIf(!POSTGRES_URL || !hasPgBouncer())('a command that wants the database alone', () => {
  let folder = ''
  let server: Awaited<ReturnType<typeof newServerDatabase>>
  let bouncer: PgBouncer
  let environment: (way: Way) => Record<string, string>
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-beside-'))
    server = await newServerDatabase()
    bouncer = await startPgBouncer(server.url, 'session')
    environment = (way) => ({
      ...NOBODY,
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: way === 'directly' ? server.url : bouncer.url,
    })
  })
  afterEach(async () => {
    await bouncer[Symbol.asyncDispose]()
    await server.drop()
    await rm(folder, { recursive: true, force: true })
  })

  async function whileRunning<T>(way: Way, work: () => Promise<T>): Promise<T & { readonly log: string }> {
    const { child, url, ended: end } = launched(environment(way))
    await Promise.race([url, end.then(({ text }) => Promise.reject(new Error(text)))])
    const outcome = await work()
    child.kill('SIGTERM')
    return { ...outcome, log: (await end).text }
  }
  const rotate = (way: Way) => ended(environment(way), 'server/admin.ts', 'rotate-key')
  const move = (way: Way) => ended(environment(way), 'server/move.ts', '--to', path.join(folder, 'moved'))

  /** Connections to the database, but for the one that asks: those that PgBouncer keeps when nobody else is there. */
  async function kept(): Promise<number> {
    const client = new Client({ connectionString: server.url })
    await client.connect()
    const { rows } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await client.end()
    return rows.length
  }

  it('goes on once the server has ended, whatever a pooler keeps for it', async () => {
    await whileRunning('through PgBouncer', async () => ({}))
    expect(await kept()).toBeGreaterThan(0)

    const rotated = await rotate('through PgBouncer')
    const moved = await move('directly')

    expect(rotated).toMatchObject({ code: 0, text: expect.stringContaining('sealed with the new key') as unknown })
    expect(moved).toMatchObject({ code: 0, text: expect.stringContaining('each table was compared') as unknown })
  }, 400_000)

  it('waits for whoever still tidies up behind a start, and not for long for a start that goes on', async () => {
    const [first, second] = [server.url, server.url].map((url) => new Client({ connectionString: url }))
    if (!first || !second) throw new Error('there are two')
    await Promise.all([first.connect(), second.connect()])
    await keepOthersFromStarting(first)
    expect(await keepOthersFromStarting(second)).toBe(false)

    const isKept = keepOthersFromStarting(second)
    await first.end()

    expect(await isKept).toBe(true)
    await second.end()
  })

  it.each(WAYS)(
    'is refused while a server works %s, whichever way it comes itself',
    async (served) => {
      const { rotated, moved } = await whileRunning(served, async () => ({
        rotated: await rotate('directly'),
        moved: await move('through PgBouncer'),
      }))

      for (const { code, text } of [rotated, moved]) {
        expect(text).toMatch(/an Octavo is using .*: stop it first/)
        expect(code).toBe(2)
      }
    },
    400_000,
  )

  it('leaves a second server to be told of the first one, and no other start of what a pooler keeps', async () => {
    const SHARED = 'another server uses this database: set'
    await whileRunning('through PgBouncer', async () => ({}))

    const { log, second } = await whileRunning('through PgBouncer', async () => ({
      second: await whileRunning('directly', async () => ({})),
    }))

    expect(log).not.toContain(SHARED)
    for (const setting of ['SECRET_KEY', 'REDIS_URL']) expect(second.log).toContain(`${SHARED} ${setting}`)
  }, 400_000)
})
