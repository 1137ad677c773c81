import { Client, Pool, type ClientBase, type QueryResult } from 'pg'
import { ConcurrencyLimiter } from '#core/concurrency-limiter.ts'
import { countdown } from '#core/within-time.ts'
import { breakOff, tellOutagesTo, type Connections } from './connections.ts'
import type { Engine } from './embedded/engine.ts'
import { HangWatch } from './hang-watch.ts'
import { Outage } from './outage.ts'
import { isAway } from './refusals.ts'
import { ASK_PROCESS, SAY_WORKING, type OwnProcess } from './working-servers.ts'

/** For the greeting of the server, and again for what is sent before a connection can be used. */
const CONNECT_MS = 3_000
const EMBEDDED_WAIT_MS = 10_000
const STATEMENT_MS = 10_000
/** For statements of heavy work. */
const HEAVY_STATEMENT_MS = 5_000

interface PoolLimits {
  readonly connections: number
  /** Connections kept open when idle. */
  readonly lasting: number
  readonly statementMs: number
}
// Other servers detect this one by its permanent connection.
const ORDINARY: PoolLimits = { connections: 12, lasting: 1, statementMs: STATEMENT_MS }
/** When no connection becomes free in time, the caller gets "busy". */
const HEAVY: PoolLimits = { connections: 6, lasting: 0, statementMs: HEAVY_STATEMENT_MS }

/** Set after connecting: as startup parameters, which `pg` makes of its options, PgBouncer rejects them. */
const serverLimits = ({ statementMs }: PoolLimits): string => `
  set synchronous_commit = on;
  set statement_timeout = ${statementMs};
  set lock_timeout = 3000;
  set idle_in_transaction_session_timeout = 30000`

export interface ServerPools {
  readonly ordinary: Pool
  /** Separate connections for heavy work, so that it does not use those of everybody else. */
  readonly heavy: Pool
  /** The PostgreSQL processes that have served these connections, whatever is in between. */
  readonly processes: ReadonlySet<number>
}

/** Connections to a PostgreSQL server. `warn` is called for outages, and for idle connections that break. */
export function serverPools(url: string, warn: (message: string) => void): ServerPools {
  const outage = new Outage(url, warn)
  const processes = new Set<number>()
  const hangs = new HangWatch(
    (limitMs) => answersAt(url, limitMs),
    (error) => outage.note(error),
  )
  const poolWith = (limits: PoolLimits): Pool => {
    const pool = poolOf(url, { warn, limits, outage, processes })
    hangs.watch(pool)
    return pool
  }
  return { ordinary: poolWith(ORDINARY), heavy: poolWith(HEAVY), processes }
}

interface PoolParts {
  readonly warn: (message: string) => void
  readonly limits: PoolLimits
  readonly outage: Outage
  readonly processes: Set<number>
}

function poolOf(url: string, { warn, limits, outage, processes }: PoolParts): Pool {
  const pool = new Pool({
    connectionString: url,
    max: limits.connections,
    min: limits.lasting,
    connectionTimeoutMillis: CONNECT_MS,
    // The server cancels the statement first; this is for a server that does not respond at all.
    query_timeout: limits.statementMs + CONNECT_MS,
    application_name: 'octavo',
    keepAlive: true,
    pipeline: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, its type does not say so
    onConnect: (client) =>
      inTimeToConnect(client, async () => {
        // Known before it says that it works: whoever looks in between would take it for another server.
        const results: unknown = await client.query(`${serverLimits(limits)}; ${ASK_PROCESS}`)
        for (const { process } of (results as readonly QueryResult<OwnProcess>[]).at(-1)?.rows ?? [])
          processes.add(process)
        // A pooler may have gone on with another one.
        for (const { process } of (await client.query<OwnProcess>(SAY_WORKING)).rows) processes.add(process)
      }),
  })
  tellOutagesTo(outage, pool)
  pool.on('connect', () => outage.end())
  pool.on('error', (error) => outage.note(error))
  return listening(pool, (error) => {
    if (!isAway(error)) warn(`a database connection broke: ${error.message}`)
  })
}

/**
 * Whether the server says anything to a new connection in time, also that it has no room or lets nobody in. No statement
 * is sent: a pooler whose connections are all in use would let it wait.
 */
async function answersAt(url: string, limitMs: number): Promise<boolean> {
  const client = new Client({ connectionString: url, application_name: 'octavo' })
  client.on('error', () => undefined)
  let isTimeUp = false
  const stop = countdown(limitMs, () => {
    isTimeUp = true
    breakOff(client, new Error('timeout expired'))
  })
  await client.connect().catch(() => undefined)
  stop()
  breakOff(client, new Error('no longer needed'))
  return !isTimeUp
}

/**
 * The limit of the library ends with the greeting of the server: what is sent next has as much again, not the time of a
 * statement. The connection is broken off, so that it counts as an outage like one that was never opened.
 */
async function inTimeToConnect(client: ClientBase, prepare: () => Promise<void>): Promise<void> {
  const stop = countdown(CONNECT_MS, () => breakOff(client, new Error('timeout expired')))
  try {
    await prepare()
  } finally {
    stop()
  }
}

/** Milliseconds; 0 for as long as it takes. */
interface EmbeddedLimits {
  readonly waitMs: number
  readonly statementMs: number
}
const FOR_PEOPLE: EmbeddedLimits = { waitMs: EMBEDDED_WAIT_MS, statementMs: STATEMENT_MS }
/** For commands: nobody waits for them, and giving up on a busy machine would end them. */
export const PATIENT: EmbeddedLimits = { waitMs: 0, statementMs: 0 }

/** The only possible connection to the embedded database. */
export function embeddedPool(
  engine: Pick<Engine, 'stream'>,
  warn: (message: string) => void,
  { waitMs, statementMs }: EmbeddedLimits = FOR_PEOPLE,
): Pool {
  const pool = new Pool({
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    max: 1,
    connectionTimeoutMillis: waitMs,
    // PGlite does not support statement timeouts.
    query_timeout: statementMs,
    idleTimeoutMillis: 0,
    pipeline: true,
    stream: () => engine.stream(),
  })
  return listening(pool, ({ message }) => warn(`a database connection broke: ${message}`))
}

/**
 * The embedded database's connection for heavy work, used by one piece of work at a time, so that other work waits for
 * at most one of its statements. Statements time out after five seconds.
 */
export function heavyEmbedded(pool: Pool, engine: Pick<Engine, 'limitStatements'>): Connections {
  const limiter = new ConcurrencyLimiter(1)
  return {
    connect: () =>
      new Promise((resolve, reject) => {
        const held = async (): Promise<void> => {
          const client = await pool.connect()
          const { promise, resolve: end } = Promise.withResolvers<void>()
          const release = client.release.bind(client)
          engine.limitStatements(HEAVY_STATEMENT_MS)
          client.release = (isBroken) => {
            engine.limitStatements(null)
            release(isBroken)
            end()
          }
          resolve(client)
          await promise
        }
        limiter.run('heavy', held).catch(reject)
      }),
  }
}

/** Without a listener, a broken connection would end the process. */
function listening(pool: Pool, onBroken: (error: Error) => void): Pool {
  pool.on('error', onBroken)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  })
  return pool
}
