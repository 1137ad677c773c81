import type { DirectConnection } from '#adapters/database/copy.ts'
import { schemaStateOf } from '#adapters/database/schema-state.ts'
import { tableNames } from '#adapters/database/whole-tables.ts'
import type { Head } from './contents.ts'

/**
 * Makes the tables of plugins that had been taken away before the backup, as they were there: what people wrote with them
 * waits for the day they come back.
 */
export async function makeTablesOfGonePlugins(
  client: DirectConnection['client'],
  { tables, schema }: Pick<Head, 'tables' | 'schema'>,
): Promise<void> {
  const { plugins } = await schemaStateOf(client)
  const gone = Object.entries(schema.plugins).filter(([id]) => !(id in plugins))
  if (gone.length === 0) return
  const there = await tableNames(client)
  const missing = tables.filter(({ name }) => !there.includes(name)).flatMap(({ definition }) => definition ?? [])
  await client.query('begin')
  try {
    for (const command of missing.flatMap(({ made }) => made)) await client.query(command)
    for (const command of missing.flatMap(({ linked }) => linked)) await client.query(command)
    for (const [id, names] of gone)
      await client.query('insert into plugin_migration (plugin_id, name) select $1, unnest($2::text[])', [id, names])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
