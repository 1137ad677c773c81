import { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseImage } from '#tests/support/database.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { startEngine, type Engine } from './embedded/engine.ts'
import { translated } from './refusals.ts'

let engine: Engine
beforeAll(async () => {
  engine = await startEngine({ directory: null, image: await databaseImage() })
})
afterAll(() => engine.close())

const poolWith = (limits: { readonly connectionTimeoutMillis?: number; readonly query_timeout?: number }): Pool => {
  const pool = new Pool({ user: 'postgres', ssl: false, max: 1, stream: () => engine.stream(), ...limits })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}
const refusalFrom = (work: Promise<unknown>) =>
  outcomeOf(
    work.catch((error: unknown) => {
      throw translated(error)
    }),
  )

it('is "busy" when no connection becomes free', async () => {
  const pool = poolWith({ connectionTimeoutMillis: 20 })
  const taken = await pool.connect()

  expect(await refusalFrom(pool.query('select 1'))).toBe('busy')
  taken.release()
  await pool.end()
})

it('is "busy" when an answer does not come in time', async () => {
  const pool = poolWith({ query_timeout: 20 })

  expect(await refusalFrom(pool.query('select pg_sleep(0.2)'))).toBe('busy')
  await pool.end()
})
