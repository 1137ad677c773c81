import { startEngine } from '#adapters/database/embedded/engine.ts'
import { ormOn } from '#adapters/database/orm.ts'
import { embeddedPool } from '#adapters/database/pools.ts'

/**
 * A database of an earlier version, as a file image.
 * @param migration the last one of that version
 * @param fill writes its data
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
