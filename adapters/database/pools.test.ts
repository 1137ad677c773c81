import { afterAll, beforeAll, expect, it } from 'vitest'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { cuttableLine } from '#tests/support/cuttable-line.ts'
import { connectionOf } from './connections.ts'
import { startEngine, type Engine } from './embedded/engine.ts'
import { embeddedPool, PATIENT, serverPools } from './pools.ts'
import { isAway } from './refusals.ts'

/** More than the three seconds, and less than those and the ten of a statement. */
const SOON_MS = 12_000

let engine: Engine
beforeAll(async () => {
  engine = await startEngine({ directory: null, image: null })
})
afterAll(() => engine.close(), 60_000)

it('refuses a call of people that waits too long for the embedded database, and lets one of a command wait', async () => {
  const waitMs = 50
  const held = async (limits: { readonly waitMs: number; readonly statementMs: number }) => {
    const pool = embeddedPool(engine, () => undefined, limits)
    const client = await pool.connect()
    const asked = pool.query<{ answer: number }>('select 1 as answer').then(
      ({ rows }) => rows[0]?.answer,
      (error: unknown) => String(error),
    )
    // Long enough for the limit, and a call without one waits however long that takes.
    await new Promise((resolve) => setTimeout(resolve, 4 * waitMs))
    client.release()
    const answer = await asked
    await pool.end()
    return answer
  }

  expect(await held({ waitMs, statementMs: 60_000 })).toMatch(/timeout/)
  expect(await held(PATIENT)).toBe(1)
})

it.skipIf(!POSTGRES_URL).each([
  ['from the first word', 'octavo_test'],
  ['once it has let the server in', 'synchronous_commit'],
  ['at the last word before the connection can be used', 'pg_advisory_lock_shared'],
])(
  'counts PostgreSQL as away within the time for a connection when it falls silent %s',
  async (_, words) => {
    const database = await newServerDatabase()
    const warnings: string[] = []
    {
      await using line = await cuttableLine(database.url, 5432)
      const { ordinary, processes } = serverPools(line.url, (message) => void warnings.push(message))
      line.hushAt(words)
      const begin = performance.now()

      const failure: unknown = await connectionOf(ordinary).catch((error: unknown) => error)

      expect(performance.now() - begin).toBeLessThan(SOON_MS)
      expect(isAway(failure)).toBe(true)
      // Its process is known before others see that it works.
      expect(processes.size > 0).toBe(words === 'pg_advisory_lock_shared')
      expect(warnings).toEqual([expect.stringContaining('does not answer')])
      line.speak()
      const { release } = await connectionOf(ordinary)
      release()
      expect(warnings[1]).toContain('answers again')
      await ordinary.end()
    }
    await database.drop()
  },
  40_000,
)

it.skipIf(!POSTGRES_URL)(
  'counts PostgreSQL as away when it falls silent in the midst of work, and breaks nobody off who waits for a slow one',
  async () => {
    const database = await newServerDatabase()
    const warnings: string[] = []
    {
      await using line = await cuttableLine(database.url, 5432)
      const { ordinary, heavy } = serverPools(line.url, (message) => void warnings.push(message))
      const [busy, idle] = [await connectionOf(ordinary), await connectionOf(heavy)]
      idle.release()

      const slow = await busy.query<{ done: boolean }>('select pg_sleep(2.5) is not null as done')
      expect([slow.rows[0]?.done, warnings]).toEqual([true, []])
      line.hush()
      // The limit of a statement would only say that it took long.
      const failure: unknown = await busy.query('select 1').catch((error: unknown) => error)

      expect(isAway(failure)).toBe(true)
      expect(warnings).toEqual([expect.stringContaining('does not answer')])
      busy.release(true)
      line.speak()
      const { release } = await connectionOf(ordinary)
      release()
      expect(warnings[1]).toContain('answers again')
      for (const pool of [ordinary, heavy]) await pool.end()
    }
    await database.drop()
  },
  40_000,
)
