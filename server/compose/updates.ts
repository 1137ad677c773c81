import path from 'node:path'
import { NoUpdates } from '#adapters/updates/no-updates.ts'
import { releaseKeyFrom } from '#adapters/updates/manifest.ts'
import { SignedUpdates } from '#adapters/updates/signed-updates.ts'
import type { Log } from '#core/ports/surroundings.ts'
import type { Updates } from '#core/ports/updates.ts'
import packageJson from '../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import { givenUpVersion, updatesFolderOf } from '../active-version.ts'
import { nodeOf } from '../newest-version.ts'

/** The process that started the update is still checking the tables. */
const LAST_ANSWERS_MS = 3_000

interface Surroundings {
  readonly log: Log
  isShared(): Promise<boolean>
  restart(): void
}

/** Newer versions from the configured feed; none without one (D58). */
export function updatesOf(
  { UPDATE_FEED_URL: feedUrl, UPDATE_KEY, DATA_DIR }: Config,
  { log, isShared, restart }: Surroundings,
): Updates {
  const givenUp = givenUpVersion(DATA_DIR)
  const key = UPDATE_KEY === undefined ? null : releaseKeyFrom(UPDATE_KEY)
  if (feedUrl === undefined || key === null) return new NoUpdates(givenUp)
  return new SignedUpdates({
    ...{ feedUrl, key, givenUp, log, isShared, nodeOf },
    version: packageJson.version,
    folder: path.resolve(updatesFolderOf(DATA_DIR)),
    restart: () => void setTimeout(restart, LAST_ANSWERS_MS),
  })
}
