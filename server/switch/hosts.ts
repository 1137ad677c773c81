import type { Config } from '../config.ts'
import { hostOfAddress } from './address-around.ts'
import { filesIn } from './files.ts'
import { inTurns } from './in-turns.ts'
import { itemsIn } from './items.ts'
import { linksIn, type ShowdocLink } from './links-in.ts'
import type { OpenedShowdoc } from './look.ts'
import type { NotedSource } from './note.ts'
import { pageHeadsIn, pagesOf } from './pages.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'
import { pathInUploads } from './uploads-folder.ts'

/** The known hosts under which a ShowDoc was reachable. @param host the one entered explicitly; null for none */
export function hostsOf(
  { database }: OpenedShowdoc,
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  host: string | null,
): readonly string[] {
  const addresses = [PUBLIC_URL, database.option('site_url')].flatMap((address) => hostIn(address))
  return [...new Set([...addresses, ...(host === null ? [] : [host])])]
}

/**
 * The hosts under which a ShowDoc gave out its own files: those of its site address, of the addresses that it noted when
 * files were uploaded, and others that are known.
 */
export const hostsOfFiles = (database: ShowdocDatabase, known: readonly string[]): ReadonlySet<string> =>
  new Set([
    ...hostIn(database.option('site_url')),
    ...filesIn(database).flatMap(({ address }) => (pathInUploads(address) === null ? [] : hostIn(address))),
    ...known,
  ])

/**
 * The hosts under which a ShowDoc was reached that an older version of this command brought here: those it noted for
 * links, otherwise the one under which its own pages link most often to each other.
 */
export async function hostsFoundAgain(
  database: ShowdocDatabase,
  { hosts }: Pick<NotedSource, 'hosts'>,
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
): Promise<readonly string[]> {
  const own = new Set(hostIn(PUBLIC_URL))
  const noted = hosts.filter((host) => !own.has(host))
  if (noted.length > 0) return noted
  const times = await timesLinked(database)
  const [most] = [...times].toSorted(([, a], [, b]) => b - a)
  return most && !own.has(most[0]) ? [most[0]] : []
}

/** How often each host is in a link from one of its pages to another. */
async function timesLinked(database: ShowdocDatabase): Promise<ReadonlyMap<string, number>> {
  const itemOf = new Map(Array.from(pageHeadsIn(database), ({ id, itemId }) => [id, itemId]))
  const times = new Map<string, number>()
  const count = (link: ShowdocLink): void => {
    if (link.kind !== 'item' || link.pageId === null || itemOf.get(link.pageId) !== Number(link.item)) return
    const host = hostOfAddress(link.address, link.address.length)
    if (host !== null) times.set(host, (times.get(host) ?? 0) + 1)
  }
  for (const { id } of itemsIn(database))
    await inTurns(pagesOf(database, id), ({ content }) => linksIn(content)?.forEach(count))
  return times
}

const hostIn = (address: unknown): readonly string[] =>
  typeof address === 'string' && URL.canParse(address) ? [new URL(address).host] : []
