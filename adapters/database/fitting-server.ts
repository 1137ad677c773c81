import type { Client } from 'pg'

/** Of `server_version_num`. */
const LEAST_VERSION = 140_000

/** Why a PostgreSQL server, or a database on it, cannot hold a site. */
export type Unfitness = 'tooOld' | 'otherEncoding' | 'readOnly'

/** The server answers, but nobody could work on it. */
export class UnfitServer extends Error {
  readonly why: Unfitness
  /** The version or the encoding it has; '' for a server that takes no changes. */
  readonly found: string
  constructor(why: Unfitness, found: string) {
    super(`the PostgreSQL server is unfit: ${why} ${found}`)
    this.name = 'UnfitServer'
    this.why = why
    this.found = found
  }
}

/**
 * Asked before anything is written: otherwise a statement or a Chinese letter would fail later, without saying why.
 * @param warn is called instead for a database of SQL_ASCII that holds a site: in no other encoding could one be made
 * @throws UnfitServer
 */
export async function assertFits(client: Pick<Client, 'query'>, warn?: (unfit: UnfitServer) => void): Promise<void> {
  const { rows } = await client.query<Found>(
    // Otherwise Pgpool-II may ask a standby, which takes no changes.
    `/*NO LOAD BALANCE*/ select current_setting('server_version_num') as number, current_setting('server_version') as version,
       current_setting('server_encoding') as encoding, current_setting('transaction_read_only') as "isReadOnly",
       to_regclass('migration') is not null as "holdsSite"`,
  )
  const [found] = rows
  if (!found) return
  if (Number(found.number) < LEAST_VERSION) throw new UnfitServer('tooOld', found.version)
  if (found.isReadOnly === 'on') throw new UnfitServer('readOnly', '')
  if (found.encoding === 'UTF8') return
  const unfit = new UnfitServer('otherEncoding', found.encoding)
  if (!warn || found.encoding !== 'SQL_ASCII' || !found.holdsSite) throw unfit
  warn(unfit)
}

interface Found {
  readonly number: string
  readonly version: string
  readonly encoding: string
  readonly isReadOnly: string
  readonly holdsSite: boolean
}
