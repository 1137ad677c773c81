import path from 'node:path'
import { z } from 'zod'
import { keyIdOf } from '#adapters/system/seals.ts'
import type { Database } from '#core/ports/store.ts'
import { readSettings, settingsSection, writeSettings } from '#core/settings.ts'
import type { Config } from '../config.ts'
import { keptKeyFile, readSecretKey } from '../secret-key.ts'
import { UnusableData } from '../unusable-data.ts'

/**
 * Which key the site's data is sealed with; the database never contains the key itself. While the key is being changed,
 * `next` contains the new key, sealed with the former one, so that nothing is lost wherever the change is interrupted.
 * If the ids differ, data may be sealed with either key; if they are equal, all data is sealed with the new key, with
 * which no server has started yet.
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
 * The site key of 32 bytes. The first start records its id in the database, so that a later start with another key
 * reports that, instead of rejecting correct passwords.
 * @throws UnusableData when the site was sealed with another key, or the key is missing
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
  if (key === null || mine !== noted.id) throw await wrongKey(config, mine, noted)
  return key
}

const changeUnderWay = (): UnusableData =>
  new UnusableData([
    "a change of the site's secret key was begun and has not ended. Nothing is lost.",
    'Run `npm run admin -- rotate-key` again, with the settings it had: it goes on where it stopped.',
  ])

/** @param mine the id of the key found; null without one */
export async function wrongKey(
  { SECRET_KEY, DATA_DIR }: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>,
  mine: string | null,
  noted: SiteKeyNote,
): Promise<UnusableData> {
  const place = SECRET_KEY ? 'SECRET_KEY' : `the file secret.key in ${DATA_DIR}`
  const wasChanged = mine !== null && noted.next !== null && noted.next.sealed.startsWith(`${mine}.`)
  if (wasChanged)
    return new UnusableData([
      `${place} is the key from before the last \`npm run admin -- rotate-key\` (it is ${mine}, the site's is ${noted.id}).`,
      'Use the new key. If you do not have it, run that command again with the old one: it gives the new one once more.',
    ])
  const kept = await keptKeyFile(DATA_DIR, noted.id)
  return new UnusableData([
    mine === null
      ? `the site's secret key is missing: there is no SECRET_KEY and ${place} is not there.`
      : `${place} is not the key this site was written with (it is ${mine}, the site's is ${noted.id}).`,
    kept === null
      ? 'Restore secret.key from the backup of DATA_DIR, or set SECRET_KEY to what it was.'
      : `The right one is in ${kept}: ${whatToDoWith(kept, SECRET_KEY !== undefined)}.`,
    'Several servers of one site need the same SECRET_KEY.',
  ])
}

function whatToDoWith(keptKey: string, isSet: boolean): string {
  if (!isSet) return 'copy it to secret.key'
  const isInUse = path.basename(keptKey) === 'secret.key'
  return isInUse ? 'take SECRET_KEY away, or set it to what this file holds' : 'set SECRET_KEY to what it holds'
}
