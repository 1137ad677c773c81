import { Pool } from 'pg'
import type { Store } from '#core/ports/store.ts'
import { MIGRATIONS } from '#migrations/all.ts'
import { carriedRowsOn, type CarriedRows } from './carried-rows.ts'
import type { CopyPlace } from './copy.ts'
import { startEngine } from './embedded/engine.ts'
import { NewerSchemaError } from './newer-schema.ts'
import { ormOn } from './orm.ts'
import { PoolSession } from './session.ts'
import { storeOn } from './store.ts'

/** A database of which nothing changes while it is open. */
export interface DatabaseToRead {
  readonly store: Store
  carry<T>(work: (rows: CarriedRows) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The tables are those of an older version, or there are none: only `openDatabase` changes that. */
export class OlderSchemaError extends Error {
  /** The migrations that have not run; all of them when the database is empty. */
  readonly missing: readonly string[]
  readonly isEmpty: boolean
  constructor(missing: readonly string[]) {
    super(`this database has not run the migrations ${missing.join(', ')}`)
    this.name = 'OlderSchemaError'
    this.missing = missing
    this.isEmpty = missing.length === MIGRATIONS.length
  }
}

/**
 * Opens a database as it is: no table is made or changed, and it refuses every statement that would write. Lock an embedded
 * one first: see `directory-lock.ts`.
 * @throws OlderSchemaError, NewerSchemaError unless its tables are those of this version
 */
export async function openToRead(place: CopyPlace): Promise<DatabaseToRead> {
  const { pool, end } = await poolToRead(place)
  try {
    await assertOfThisVersion(pool)
    const orm = await ormOn(pool)
    const session = new PoolSession(pool, orm.em.fork())
    return {
      store: storeOn(session, NOBODY_TO_TELL),
      carry: (work) => session.transaction((within) => work(carriedRowsOn(within, storeOn(within, NOBODY_TO_TELL)))),
      async close() {
        await orm.close()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

const NOBODY_TO_TELL = {
  onEnqueue: () => undefined,
  requireSettings: () => undefined,
  requireDocuments: () => undefined,
  onUnindexed: () => undefined,
  texts: { arePlain: true, textOf: async () => null },
}

const CONNECT_MS = 3_000

/** With one connection, which the embedded database could not exceed. */
async function poolToRead(place: CopyPlace): Promise<{ readonly pool: Pool; end(): Promise<void> }> {
  const engine = 'directory' in place ? await startEngine({ directory: place.directory, image: null }) : null
  const pool = new Pool({
    ...(engine && { user: 'postgres', database: 'postgres', ssl: false, stream: () => engine.stream() }),
    ...('url' in place && { connectionString: place.url, connectionTimeoutMillis: CONNECT_MS }),
    max: 1,
    idleTimeoutMillis: 0,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, its type does not say so
    onConnect: async (client) => {
      // Unheard, the error of a connection that breaks between two statements would end the process.
      client.on('error', () => undefined)
      await client.query('set default_transaction_read_only = on')
    },
  })
  pool.on('error', () => undefined)
  return {
    pool,
    async end() {
      await pool.end()
      await engine?.close()
    },
  }
}

async function assertOfThisVersion(pool: Pool): Promise<void> {
  const { rows: tables } = await pool.query<{ readonly isThere: boolean }>(
    `select to_regclass('migration') is not null as "isThere"`,
  )
  const { rows } = tables[0]?.isThere
    ? await pool.query<{ readonly name: string }>('select name from migration order by name')
    : { rows: [] }
  const executed = new Set(rows.map(({ name }) => name))
  const known = MIGRATIONS.map(({ name }) => name)
  const unknown = [...executed].filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new NewerSchemaError(unknown)
  const missing = known.filter((name) => !executed.has(name))
  if (missing.length > 0) throw new OlderSchemaError(missing)
}
