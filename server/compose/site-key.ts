import { z } from 'zod'
import { keyIdOf } from '#adapters/system/seals.ts'
import type { Database } from '#core/ports/store.ts'
import { readSettings, settingsSection, writeSettings } from '#core/settings.ts'
import type { Config } from '../config.ts'
import { readSecretKey } from '../secret-key.ts'
import { UnusableData } from '../unusable-data.ts'

/** Which key the site's data was sealed with first; the key itself is never in the database. */
const siteKeySection = settingsSection('site-key', z.object({ id: z.string().default('') }))

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
    const { id } = await readSettings(store, siteKeySection)
    if (id === '' && mine !== null) await writeSettings(store, siteKeySection, { id: mine })
    return id || mine
  })
  if (key === null || mine !== noted) throw wrongKey(config, { mine, noted })
  return key
}

function wrongKey(
  { SECRET_KEY, DATA_DIR }: Config,
  keys: { readonly mine: string | null; readonly noted: string | null },
) {
  const place = SECRET_KEY ? 'SECRET_KEY' : `the file secret.key in ${DATA_DIR}`
  return new UnusableData([
    keys.mine === null
      ? `the site's secret key is missing: there is no SECRET_KEY and ${place} is not there.`
      : `${place} is not the key this site was written with (it is ${keys.mine}, the site's is ${keys.noted}).`,
    'Restore secret.key from the backup of DATA_DIR, or set SECRET_KEY to what it was.',
    'Several servers of one site need the same SECRET_KEY.',
  ])
}
