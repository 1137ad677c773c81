import type { SettingsStore } from '#core/ports/store.ts'
import { jsonb, text } from './column-types.ts'
import { statement, type Session } from './session.ts'

// Read by every save.
const read = statement('settings.read', 'select value from setting where section = $1', { value: jsonb<unknown>() })
const write = statement(
  'settings.write',
  `insert into setting (section, value) values ($1, $2::jsonb)
   on conflict (section) do update set value = excluded.value`,
)

const hold = statement('settings.hold', `select pg_advisory_xact_lock(hashtext('setting ' || $1))::text as held`, {
  held: text,
})

/** @param requireAccess throws where whoever asks may not use a section */
export const settingsOn = (session: Session, requireAccess: (section: string) => void): SettingsStore => ({
  async hold(section) {
    requireAccess(section)
    await session.run(hold, [section])
  },
  async read(section) {
    requireAccess(section)
    return (await session.first(read, [section]))?.value ?? null
  },
  async write(section, value) {
    requireAccess(section)
    await session.run(write, [section, JSON.stringify(value)])
  },
})
