import type { Migration } from '#core/plugin.ts'
import { PluginMigrationRows } from './rows.ts'
import type { Session } from './session.ts'

/** Runs the plugin's pending migrations in order, each in its own transaction. */
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
