import { afterAll, beforeAll, expect, it } from 'vitest'
import { MIGRATIONS } from '#migrations/all.ts'
import { columnOf } from './columns.ts'
import { startEngine, type Engine } from './embedded/engine.ts'
import { migrate } from './migrate.ts'
import { ormOn } from './orm.ts'
import { embeddedPool } from './pools.ts'
import { ALL_ROWS } from './rows.ts'

let engine: Engine
let pool: ReturnType<typeof embeddedPool>
beforeAll(async () => {
  engine = await startEngine({ directory: null, image: null })
  pool = embeddedPool(engine, () => undefined)
  const orm = await ormOn(pool)
  await migrate(orm)
  await migrate(orm)
})
afterAll(async () => {
  await pool.end()
  await engine.close()
})

it('migrations run once each, in order', async () => {
  const { rows } = await pool.query<{ name: string }>('select name from migration order by id')

  expect(rows.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name))
  expect(MIGRATIONS.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name).toSorted())
})

it.each(ALL_ROWS.map((rows) => [rows.meta.tableName, rows] as const))(
  'the table %s has exactly the columns its rows have',
  async (table, { meta }) => {
    const { rows } = await pool.query<{ column: string; nullable: boolean }>(
      `select column_name as column, is_nullable = 'YES' as nullable from information_schema.columns
       where table_name = $1 and table_schema = 'public' order by column_name`,
      [table],
    )

    const expected = Object.entries(meta.properties as Record<string, { nullable?: boolean }>)
      .map(([field, { nullable = false }]) => ({ column: columnOf(field), nullable }))
      .toSorted((a, b) => (a.column < b.column ? -1 : 1))
    expect(rows).toEqual(expected)
  },
)
