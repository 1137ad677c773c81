import path from 'node:path'
import { placeOf } from '#adapters/database/server-place.ts'
import { readIfThere, writeWhole } from '../durable-files.ts'
import { hasSite } from './data-directory.ts'

/** Holds host and port of the PostgreSQL on which a server of this data directory has worked. */
export const REACHED = 'postgresql.reached'

/** Called once the site works on PostgreSQL. */
export async function noteReached(dataDirectory: string, url: string): Promise<void> {
  const note = path.join(dataDirectory, REACHED)
  const isNoted = async (): Promise<boolean> => (await readIfThere(note)) === placeOf(url)
  if (await isNoted()) return
  await writeWhole(note, `${placeOf(url)}\n`).catch(async (error: unknown) => {
    // Another server with the same folder may have written it at this moment.
    if (!(await isNoted())) throw error
  })
}

/**
 * Whether a site has worked on this PostgreSQL before, so that it is only away now. Otherwise its address is as likely
 * wrong, and starting again and again would hide that. A site from before such notes counts as one that has.
 */
export async function hasBeenReached(dataDirectory: string, url: string): Promise<boolean> {
  const reached = await readIfThere(path.join(dataDirectory, REACHED))
  return reached === null ? hasSite(dataDirectory) : [placeOf(url), formerPlaceOf(url)].includes(reached)
}

/** What Octavo noted before it read `?host=` and `%2F`: the note of a site that has not worked since then. */
function formerPlaceOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname || 'localhost'}:${port || '5432'}`
}
