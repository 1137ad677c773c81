import { expect, it } from 'vitest'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { killMany } from './kill.ts'
import { TIMES } from './times.ts'

const PATIENCE = TIMES * 120_000

it(
  `[R1] [R9] [R19] [R20] a server on the embedded database that is killed ${TIMES} times loses no acknowledged save, nor its reminder, nor a byte of a file`,
  async () => {
    const { saved, kept, problems } = await killMany({ times: TIMES })

    expect(problems).toEqual([])
    expect(saved).toBeGreaterThanOrEqual(TIMES * 5)
    expect(kept).toBeGreaterThanOrEqual(TIMES * 2)
  },
  PATIENCE,
)

it.skipIf(POSTGRES_URL === undefined)(
  `[R1] [R9] [R19] and so does one on PostgreSQL, killed ${TIMES} times`,
  async () => {
    const database = await newServerDatabase()
    const { saved, kept, problems } = await killMany({ times: TIMES, database: database.url })
    await database.drop()

    expect(problems).toEqual([])
    expect(saved).toBeGreaterThanOrEqual(TIMES * 5)
    expect(kept).toBeGreaterThanOrEqual(TIMES * 2)
  },
  PATIENCE,
)
