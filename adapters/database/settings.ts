import type { SettingsStore } from '#core/ports/store.ts'
import { statement, type Session } from './session.ts'

const read = statement<{ value: unknown }>('settings.read', 'select value from setting where section = $1')
const write = statement(
  'settings.write',
  `insert into setting (section, value) values ($1, $2::jsonb)
   on conflict (section) do update set value = excluded.value`,
)

export const settingsOn = (session: Session): SettingsStore => ({
  read: async (section) => (await session.first(read, [section]))?.value ?? null,
  async write(section, value) {
    await session.run(write, [section, JSON.stringify(value)])
  },
})
