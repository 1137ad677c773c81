import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '#core/ports/surroundings.ts'
import type { Config } from '../config.ts'
import { restoreSite, type Restored } from './restored-site.ts'

/**
 * Restores a backup into a temporary location, as a real restore would, verifying all checksums.
 * @param aside a folder with enough space for the whole site
 * @throws as restoreSite
 */
export async function proveBackup(
  archive: string,
  { passphrase, aside }: { readonly passphrase: string | null; readonly aside: string },
  { config, log }: { readonly config: Config; readonly log: Log },
): Promise<Restored> {
  const dataDirectory = path.join(aside, 'proof')
  await mkdir(dataDirectory, { mode: 0o700 })
  try {
    return await restoreSite(
      archive,
      { dataDirectory, databaseUrl: null, passphrase, isTrial: true },
      // Without the current key, so that the one in the backup is tested.
      { config: { ...config, SECRET_KEY: undefined }, log, say: () => undefined },
    )
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
}
