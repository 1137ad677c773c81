import { startEngine } from '#adapters/database/embedded/engine.ts'
import { ormOn } from '#adapters/database/orm.ts'
import { embeddedPool } from '#adapters/database/pools.ts'

/**
 * A database as an earlier version left it, as a file image.
 * @param migration the last one that version knew
 * @param fill writes what is there
 */
export async function earlierImage(
  migration: string,
  fill: (pool: ReturnType<typeof embeddedPool>) => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const engine = await startEngine({ directory: null, image: null })
  const pool = embeddedPool(engine, () => undefined)
  const orm = await ormOn(pool)
  await orm.migrator.up({ to: migration })
  await fill(pool)
  await orm.close()
  await pool.end()
  const image = await engine.image()
  await engine.close()
  return image
}
