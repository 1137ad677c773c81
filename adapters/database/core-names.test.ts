import { afterAll, beforeAll, expect, it } from 'vitest'
import { CORE_NAMES } from './core-names.ts'
import { startEngine, type Engine } from './embedded/engine.ts'
import { migrate } from './migrate.ts'
import { ormOn, type Orm } from './orm.ts'
import { embeddedPool } from './pools.ts'
import { schemaObjects } from './schema-objects.ts'
import { PoolSession } from './session.ts'

let engine: Engine
let orm: Orm
let pool: ReturnType<typeof embeddedPool>
beforeAll(async () => {
  engine = await startEngine({ directory: null, image: null })
  pool = embeddedPool(engine, () => undefined)
  orm = await ormOn(pool)
  await migrate(orm)
})
afterAll(async () => {
  await orm.close()
  await pool.end()
  await engine.close()
})

it('the names that plugins cannot have are those of what the migrations of the core leave', async () => {
  const objects = await schemaObjects(new PoolSession(pool, orm.em.fork()))
  const owners = new Set(objects.flatMap(({ owner }) => (owner.includes('_') ? [owner] : [])))

  expect([...CORE_NAMES].toSorted()).toEqual([...owners].toSorted())
})
