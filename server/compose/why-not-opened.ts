import path from 'node:path'
import { connectTo, type CopyPlace, type DirectConnection } from '#adapters/database/copy.ts'
import { EngineStopped } from '#adapters/database/embedded/engine.ts'
import { explainedForDatabase } from '../database-problems.ts'
import { explainedForDisk } from '../disk-problems.ts'
import { damagedDatabase } from './data-directory.ts'

/** A connection for work on a whole database. @throws what the operator can do, see {@link explainedOpening} */
export const connectedTo = (place: CopyPlace): Promise<DirectConnection> =>
  connectTo(place).catch((error: unknown) => {
    throw explainedOpening(error, place)
  })

/** What the operator can do about a database that cannot be opened; unknown errors are returned unchanged. */
export function explainedOpening(error: unknown, place: CopyPlace): unknown {
  if ('url' in place) return explainedForDatabase(error, place.url)
  const dataDirectory = path.dirname(place.directory)
  const explained = explainedForDisk(error, dataDirectory)
  return explained instanceof EngineStopped ? damagedDatabase(dataDirectory, explained.cause) : explained
}
