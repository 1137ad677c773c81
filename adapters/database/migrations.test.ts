import { afterAll, beforeAll, expect, it } from 'vitest'
import { MIGRATIONS } from '#migrations/all.ts'
import type { Column } from './column-types.ts'
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
  async (table, { columns }) => {
    const { rows } = await pool.query<object>(
      `select attname as column, format_type(atttypid, null) as type, not attnotnull as "isNullable" from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attname`,
      [`"${table}"`],
    )

    const expected = Object.entries<Column<unknown>>(columns)
      .map(([field, { type, isNullable }]) => ({ column: columnOf(field), type, isNullable }))
      .toSorted((a, b) => (a.column < b.column ? -1 : 1))
    expect(rows).toEqual(expected)
  },
)
