import { openDatabase } from '#adapters/database/open.ts'
import { messageOf } from '#core/message-of.ts'
import type { Plugin } from '#core/plugin.ts'

/**
 * Runs the migrations of the plugin in an empty database in memory, after those of the plugins it needs: what they
 * change cannot be read from their text. Not for an uploaded plugin, whose process may not start the threads of a
 * database: its start refuses the same.
 * @returns what is wrong with them; null when nothing is
 */
export async function migrationFault(plugin: Plugin, running: readonly Plugin[]): Promise<string | null> {
  if (!plugin.migrations?.length || isConfined()) return null
  const database = await openDatabase({ location: { kind: 'memory' } })
  try {
    for (const { id, migrations = [] } of withNeeds(plugin, running)) await database.migratePlugin(id, migrations)
    return null
  } catch (error) {
    return messageOf(error)
  } finally {
    await database.close()
  }
}

/** Undefined unless Node runs with `--permission`. */
const isConfined = (): boolean => (process.permission as typeof process.permission | undefined)?.has('worker') === false

/** The plugin after those it needs, each once. */
function withNeeds(plugin: Plugin, running: readonly Plugin[]): readonly Plugin[] {
  const all = new Set<Plugin>()
  const add = (each: Plugin, above: readonly Plugin[]): void => {
    for (const need of each.needs ?? []) {
      const found = running.find(({ id }) => id === need)
      if (found && !above.includes(found)) add(found, [...above, each])
    }
    all.add(each)
  }
  add(plugin, [])
  return [...all]
}
