import { Pool } from 'pg'
import type { Engine } from './embedded/engine.ts'

const CONNECTIONS = 12
const CONNECT_MS = 3_000
const EMBEDDED_WAIT_MS = 10_000
const STATEMENT_MS = 10_000

/** Set once connected: as parameters of the start, which `pg` makes of its options, PgBouncer refuses them. */
const SERVER_LIMITS = `
  set synchronous_commit = on;
  set statement_timeout = ${STATEMENT_MS};
  set lock_timeout = 3000;
  set idle_in_transaction_session_timeout = 30000`

/** Connections to a PostgreSQL server. `warn` hears of connections that break while nobody uses them. */
export function serverPool(url: string, warn: (message: string) => void): Pool {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    // The server cancels the statement first; this is for a server that does not answer at all.
    query_timeout: STATEMENT_MS + CONNECT_MS,
    application_name: 'octavo',
    keepAlive: true,
    pipeline: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, its type does not say so
    onConnect: async (client) => {
      await client.query(SERVER_LIMITS)
    },
  })
  return listening(pool, warn)
}

/** The one connection there can be to the embedded database. */
export function embeddedPool(engine: Engine, warn: (message: string) => void): Pool {
  const pool = new Pool({
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    max: 1,
    connectionTimeoutMillis: EMBEDDED_WAIT_MS,
    // PGlite knows no statement timeout.
    query_timeout: STATEMENT_MS,
    idleTimeoutMillis: 0,
    pipeline: true,
    stream: () => engine.stream(),
  })
  return listening(pool, warn)
}

/** Without a listener, a connection that breaks would end the process. */
function listening(pool: Pool, warn: (message: string) => void): Pool {
  pool.on('error', ({ message }) => warn(`a database connection broke: ${message}`))
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  })
  return pool
}
