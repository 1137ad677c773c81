import type { Migration } from '#core/plugin.ts'
import { statement, type Session } from './session.ts'

const executed = statement<{ name: string }>(
  'pluginMigrations.executed',
  'select name from plugin_migration where plugin_id = $1',
)
const note = statement('pluginMigrations.note', 'insert into plugin_migration (plugin_id, name) values ($1, $2)')

/** Runs those of the plugin's migrations that did not run yet, each in a transaction of its own, in the given order. */
export async function migratePlugin(
  transaction: <T>(work: (session: Session) => Promise<T>) => Promise<T>,
  pluginId: string,
  migrations: readonly Migration[],
): Promise<void> {
  for (const { name, sql } of migrations) {
    await transaction(async (session) => {
      const done = await session.all(executed, [pluginId])
      if (done.some((each) => each.name === name)) return
      await session.script(sql)
      await session.run(note, [pluginId, name])
    })
  }
}
