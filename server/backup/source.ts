import { constants } from 'node:fs'
import { access, cp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { DirectConnection } from '#adapters/database/copy.ts'
import { DirectoryInUse, lockDirectory } from '#adapters/database/directory-lock.ts'
import { assertHoldsSite, assertNotRestoring, databaseFolderOf } from '../compose/data-directory.ts'
import { snapshotOf } from '../compose/snapshots.ts'
import { connectedTo } from '../compose/why-not-opened.ts'
import type { Config } from '../config.ts'
import { UnusableData } from '../unusable-data.ts'

export interface SiteConnection extends DirectConnection {
  /** @throws UnusableData when the source disappeared while it was read, e.g. because a server restarted */
  assertThere(): Promise<void>
}

/**
 * A connection to the database of a site, whether or not a server is using it. The embedded one is copied first, so
 * that it is blocked only briefly, and nothing in its folder changes.
 * @param aside a folder with space for the copy of an unused database
 * @throws UnusableData when there is no site, or it cannot be copied
 */
export async function connectToSite(
  { DATABASE_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  aside: string,
): Promise<SiteConnection> {
  const dataDirectory = path.resolve(DATA_DIR)
  await assertNotRestoring(dataDirectory)
  if (DATABASE_URL) return { ...(await connectedTo({ url: DATABASE_URL })), assertThere: async () => undefined }
  await assertHoldsSite(dataDirectory)
  const { directory, release } = await copyOf(dataDirectory, aside)
  try {
    const { client, close } = await connectedTo({ directory })
    return {
      client,
      assertThere: () => assertHoldsDatabase(directory),
      async close() {
        await close()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

async function assertHoldsDatabase(directory: string): Promise<void> {
  await access(path.join(directory, 'PG_VERSION')).catch((cause: unknown) => {
    throw new UnusableData(['the server was started anew meanwhile, which ended its copy: begin again.'], { cause })
  })
}

async function copyOf(dataDirectory: string, aside: string) {
  const lock = await lockDirectory(dataDirectory).catch((error: unknown) => {
    if (error instanceof DirectoryInUse) return null
    throw error
  })
  if (lock === null) return snapshotOf(dataDirectory)
  try {
    const directory = path.join(aside, 'database')
    await cp(databaseFolderOf(dataDirectory), directory, { recursive: true, mode: constants.COPYFILE_FICLONE })
    return { directory, release: () => rm(directory, { recursive: true, force: true }) }
  } finally {
    await lock.release()
  }
}
