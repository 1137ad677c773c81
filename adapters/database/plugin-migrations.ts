import type { Migration } from '#core/plugin.ts'
import { PluginMigrationRows } from './rows.ts'
import type { Session } from './session.ts'

/** Runs those of the plugin's migrations that did not run yet, each in a transaction of its own, in the given order. */
export async function migratePlugin(
  transaction: <T>(work: (session: Session) => Promise<T>) => Promise<T>,
  pluginId: string,
  migrations: readonly Migration[],
): Promise<void> {
  for (const { name, sql } of migrations) {
    await transaction(async (session) => {
      if ((await session.orm().count(PluginMigrationRows, { pluginId, name })) > 0) return
      await session.script(sql)
      await session.orm().insert(PluginMigrationRows, { pluginId, name })
    })
  }
}
