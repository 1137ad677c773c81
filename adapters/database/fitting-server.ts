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
 * @throws UnfitServer
 */
export async function assertFits(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client.query<Record<'number' | 'version' | 'encoding' | 'isReadOnly', string>>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as version,
       current_setting('server_encoding') as encoding, current_setting('transaction_read_only') as "isReadOnly"`,
  )
  const [found] = rows
  if (!found) return
  if (Number(found.number) < LEAST_VERSION) throw new UnfitServer('tooOld', found.version)
  if (found.encoding !== 'UTF8') throw new UnfitServer('otherEncoding', found.encoding)
  if (found.isReadOnly === 'on') throw new UnfitServer('readOnly', '')
}
