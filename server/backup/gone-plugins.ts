import path from 'node:path'
import type { DirectConnection } from '#adapters/database/copy.ts'
import { schemaStateOf } from '#adapters/database/schema-state.ts'
import { makeTables } from '#adapters/database/table-definition.ts'
import { CannotCopy, tableNames } from '#adapters/database/whole-tables.ts'
import { isThere } from '../durable-files.ts'
import type { Head } from './contents.ts'

/**
 * Creates the tables of plugins that were removed before the backup, as they were: their data is kept in case the
 * plugins are installed again.
 * @param pluginFolder the folder with the plugins of the backup
 * @returns the ids of these plugins, whose triggers are missing
 * @throws CannotCopy when a plugin is installed but cannot be loaded: its own migrations must create the tables
 */
export async function makeTablesOfGonePlugins(
  client: DirectConnection['client'],
  { tables, schema }: Pick<Head, 'tables' | 'schema'>,
  pluginFolder: string,
): Promise<readonly string[]> {
  const { plugins } = await schemaStateOf(client)
  const gone = Object.entries(schema.plugins).filter(([id]) => !(id in plugins))
  if (gone.length === 0) return []
  for (const [id] of gone)
    if (await isThere(path.join(pluginFolder, id)))
      throw new CannotCopy(
        `the plugin ${id} lies in the backup and cannot be loaded here: see above why, and whether PLUGINS switches it off`,
      )
  const there = await tableNames(client)
  const missing = tables.filter(({ name }) => !there.includes(name)).flatMap(({ definition }) => definition ?? [])
  try {
    await makeTables(client, missing, gone)
  } catch (error) {
    const ids = gone.map(([id]) => id).join(', ')
    throw new CannotCopy(`the tables of plugins that were taken away (${ids}) cannot be made: ${String(error)}`, {
      cause: error,
    })
  }
  return gone.map(([id]) => id)
}
