import path from 'node:path'
import type { CopyPlace } from '#adapters/database/copy.ts'
import { lockDirectory } from '#adapters/database/directory-lock.ts'
import { OlderSchemaError, openToRead } from '#adapters/database/open-to-read.ts'
import { placeOf } from '#adapters/database/server-place.ts'
import { assertHoldsSite, assertNotRestoring, databaseFolderOf } from '../compose/data-directory.ts'
import { explainedOpening } from '../compose/why-not-opened.ts'
import type { Config } from '../config.ts'
import { UnusableData } from '../unusable-data.ts'
import type { SiteOfAccounts } from './matched-accounts.ts'

/**
 * Does something with the database of this site as it is: nothing is made or changed, in it or beside it.
 * @throws UnusableData with what the operator can do, also where there is none, or one of an older version
 */
export async function withSiteToRead<T>(
  { DATABASE_URL, DATA_DIR }: Config,
  work: (site: SiteOfAccounts) => Promise<T>,
): Promise<T> {
  const directory = path.resolve(DATA_DIR)
  const place: CopyPlace = DATABASE_URL ? { url: DATABASE_URL } : { directory: databaseFolderOf(directory) }
  await using held = new AsyncDisposableStack()
  await assertNotRestoring(directory)
  if (!DATABASE_URL) {
    await assertHoldsSite(directory)
    const lock = await lockDirectory(directory)
    held.defer(() => lock.release())
  }
  const database = await openToRead(place).catch((error: unknown) => {
    throw error instanceof OlderSchemaError ? unlike(error, place) : explainedOpening(error, place)
  })
  held.defer(() => database.close())
  // Awaited here: both end with this function.
  return await work({ product: { database: database.store }, carrying: database })
}

function unlike(error: OlderSchemaError, place: CopyPlace): UnusableData {
  const name = 'url' in place ? `the database at ${placeOf(place.url)}` : `the database in ${place.directory}`
  const lines = error.isEmpty
    ? [
        `${name} has no tables of an Octavo yet, so nobody is here already, and nothing was written.`,
        'Look without --into, or name the database of the site.',
      ]
    : [
        `${name} has the tables of an older Octavo (${error.missing.join(', ')} not done), and nothing was written.`,
        'Start this version once, which changes them, and look again; or look without --into.',
      ]
  return new UnusableData(lines, { cause: error })
}
