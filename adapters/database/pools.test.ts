import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEngine, type Engine } from './embedded/engine.ts'
import { embeddedPool, PATIENT } from './pools.ts'

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
