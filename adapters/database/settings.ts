import type { NamedSection, SettingsStore } from '#core/ports/settings.ts'
import { idOfSection } from '#core/settings.ts'
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

/** What is done with a section: holding it tells nothing of it. */
export type SettingsUse = 'hold' | 'read' | 'write'
export type RequireSettings = (section: NamedSection, use: SettingsUse) => void

/** @param requireAccess throws where whoever asks may not use a section */
export const settingsOn = (session: Session, requireAccess: RequireSettings): SettingsStore => ({
  async hold(section) {
    requireAccess(section, 'hold')
    await session.run(hold, [section])
  },
  async read(section) {
    requireAccess(section, 'read')
    return (await session.first(read, [idOfSection(section)]))?.value ?? null
  },
  async write(section, value) {
    requireAccess(section, 'write')
    await session.run(write, [idOfSection(section), JSON.stringify(value)])
  },
})
