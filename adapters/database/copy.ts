import { Client } from 'pg'
import { startEngine, type Engine } from './embedded/engine.ts'
import { isAway } from './refusals.ts'
import { placeOf } from './server-place.ts'
import {
  CannotCopy,
  fillEmpty,
  inSnapshot,
  insertRows,
  rowsOf,
  sequencesOf,
  setSequences,
  sumOf,
  tablesOf,
} from './whole-tables.ts'

/** A connection for work on a whole database. */
export interface DirectConnection {
  readonly client: Client
  close(): Promise<void>
}

/** The embedded database in a directory, or a PostgreSQL server by its address. */
export type CopyPlace = { readonly directory: string } | { readonly url: string }

/** @param limitMs how long a PostgreSQL server may take to answer */
export async function connectTo(place: CopyPlace, limitMs = CONNECT_MS): Promise<DirectConnection> {
  if ('directory' in place) return connectToEngine(await startEngine({ directory: place.directory, image: null }))
  const client = new Client({ connectionString: place.url, connectionTimeoutMillis: limitMs })
  await begin(client)
  tellBreaks(client, place.url)
  await client.query(COMPARABLE)
  return { client, close: () => client.end() }
}

/** A connection to a running engine without any other; the engine is closed with it. */
export async function connectToEngine(engine: Engine): Promise<DirectConnection> {
  const client = new Client({ user: 'postgres', database: 'postgres', ssl: false, stream: () => engine.stream() })
  await begin(client)
  await client.query(COMPARABLE)
  return {
    client,
    async close() {
      await client.end()
      await engine.close()
    },
  }
}

async function begin(client: Client): Promise<void> {
  // Otherwise an error between two statements would end the process; the next statement reports it.
  client.on('error', () => undefined)
  await client.connect()
}

/** Rows are compared as text, which must not depend on session settings. */
const COMPARABLE = `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
    set extra_float_digits = 1; set synchronous_commit = on`
const CONNECT_MS = 3_000

/** The connection to a PostgreSQL server broke during the work: what was not committed did not happen. */
export class ConnectionBroken extends Error {
  constructor(url: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(
      `the connection to PostgreSQL at ${placeOf(url)} broke (${reason}). Run the same command again once it answers.`,
      { cause },
    )
    this.name = 'ConnectionBroken'
  }
}

/** The driver's own words for it do not say what broke. */
function tellBreaks(client: Client, url: string): void {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
  const told = async (...given: unknown[]): Promise<unknown> => {
    try {
      return await query(...given)
    } catch (error) {
      throw isAway(error) ? new ConnectionBroken(url, error) : error
    }
  }
  client.query = told as Client['query']
}

// Any number will do, as long as all versions of Octavo use the same.
const BACKING_UP = 0x6f637462

/**
 * Prevents other backups of the same PostgreSQL database while this connection is open.
 * @returns false when one is running
 */
export async function keepOthersFromBackingUp(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ readonly held: boolean }>('select pg_try_advisory_lock($1) as held', [
    BACKING_UP,
  ])
  return rows[0]?.held === true
}

export interface CopiedTable {
  readonly name: string
  readonly rows: number
}

/**
 * Copies every row to an empty database with the same tables, in one transaction, and compares row counts and checksums
 * of each table before it commits.
 * @param tell is called for each table that was copied
 * @throws CannotCopy
 */
export async function copyRows(
  from: Client,
  to: Client,
  tell: (table: CopiedTable) => void,
): Promise<readonly CopiedTable[]> {
  return inSnapshot(from, async () => {
    const tables = await tablesOf(from)
    const names = tables.map(({ name }) => name)
    return fillEmpty(to, names, async () => {
      const copied: CopiedTable[] = []
      for (const table of tables) {
        let rows = 0
        for await (const batch of rowsOf(from, table)) {
          await insertRows(to, table, batch)
          rows += batch.length
        }
        const [before, after] = await Promise.all([sumOf(from, table), sumOf(to, table)])
        if (before !== after) throw new CannotCopy(`the table ${table.name} differs after it was copied`)
        const done = { name: table.name, rows }
        tell(done)
        copied.push(done)
      }
      await setSequences(to, await sequencesOf(from))
      return copied
    })
  })
}
