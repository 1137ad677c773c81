import { z } from 'zod'
import { keyIdOf } from '#adapters/system/seals.ts'
import type { Database } from '#core/ports/store.ts'
import { readSettings, settingsSection, writeSettings } from '#core/settings.ts'
import type { Config } from '../config.ts'
import { readSecretKey } from '../secret-key.ts'
import { UnusableData } from '../unusable-data.ts'

/**
 * Which key the site's data is sealed with; the key itself is never in the database. While the key is changed (`next`),
 * what comes lies there, sealed with what was: so nothing is lost wherever the change ends. With another id, data is sealed
 * with either; with the same, all of it with the next one, which nobody has started with yet.
 */
export const siteKeySection = settingsSection(
  'site-key',
  z.object({
    id: z.string().default(''),
    next: z.object({ id: z.string(), sealed: z.string() }).nullable().default(null),
  }),
)
export type SiteKeyNote = z.output<typeof siteKeySection.schema>

/**
 * The site's key of 32 bytes. The first start notes its id in the database, so that a later one with another key says so
 * instead of refusing right passwords.
 * @throws UnusableData when the site's key is another one, or is gone
 */
export async function siteKeyOf(config: Config, database: Database): Promise<Uint8Array> {
  const known = await readSettings(database, siteKeySection)
  const key = await readSecretKey(config, { mayMake: known.id === '' })
  const mine = key && keyIdOf(key)
  const noted = await database.transaction(async (store) => {
    await store.settings.hold(siteKeySection.id)
    const note = await readSettings(store, siteKeySection)
    const isNew = note.id === '' && mine !== null
    const isTakenUp = note.next !== null && note.id === note.next.id && note.id === mine
    const after = isNew || isTakenUp ? { id: mine ?? '', next: null } : note
    if (after !== note) await writeSettings(store, siteKeySection, after)
    return after
  })
  if (noted.next && noted.next.id !== noted.id) throw changeUnderWay()
  if (key === null || mine !== noted.id) throw wrongKey(config, mine, noted)
  return key
}

const changeUnderWay = (): UnusableData =>
  new UnusableData([
    "a change of the site's secret key was begun and has not ended. Nothing is lost.",
    'Run `npm run admin -- rotate-key` again, with the settings it had: it goes on where it stopped.',
  ])

/** @param mine the id of the key that was found; null without one */
export function wrongKey(
  { SECRET_KEY, DATA_DIR }: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>,
  mine: string | null,
  noted: SiteKeyNote,
): UnusableData {
  const place = SECRET_KEY ? 'SECRET_KEY' : `the file secret.key in ${DATA_DIR}`
  const wasChanged = mine !== null && noted.next !== null && noted.next.sealed.startsWith(`${mine}.`)
  if (wasChanged)
    return new UnusableData([
      `${place} is the key from before the last \`npm run admin -- rotate-key\` (it is ${mine}, the site's is ${noted.id}).`,
      'Use the new key. If you do not have it, run that command again with the old one: it gives the new one once more.',
    ])
  return new UnusableData([
    mine === null
      ? `the site's secret key is missing: there is no SECRET_KEY and ${place} is not there.`
      : `${place} is not the key this site was written with (it is ${mine}, the site's is ${noted.id}).`,
    'Restore secret.key from the backup of DATA_DIR, or set SECRET_KEY to what it was.',
    'Several servers of one site need the same SECRET_KEY.',
  ])
}
