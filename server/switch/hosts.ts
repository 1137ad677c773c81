import type { Config } from '../config.ts'
import { filesIn } from './files.ts'
import type { OpenedShowdoc } from './look.ts'
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
 * files were uploaded, and the one entered explicitly.
 */
export const hostsOfFiles = (database: ShowdocDatabase, host: string | null): ReadonlySet<string> =>
  new Set([
    ...hostIn(database.option('site_url')),
    ...filesIn(database).flatMap(({ address }) => (pathInUploads(address) === null ? [] : hostIn(address))),
    ...(host === null ? [] : [host]),
  ])

const hostIn = (address: unknown): readonly string[] =>
  typeof address === 'string' && URL.canParse(address) ? [new URL(address).host] : []
