import { mkdir } from 'node:fs/promises'
import type { Pool } from 'pg'
import type { Migration } from '#core/plugin.ts'
import type { PoolUse, SiteFigures } from '#core/ports/health.ts'
import type { JobTable } from '#core/ports/jobs.ts'
import type { PageTexts } from '#core/ports/page-texts.ts'
import type { Database } from '#core/ports/store.ts'
import { madeByProduct } from '#core/seen-less.ts'
import { MIGRATIONS } from '#migrations/all.ts'
import { startEngine } from './embedded/engine.ts'
import { holdsDatabase, layNewDatabase, settleNewDatabase } from './embedded/new-database.ts'
import { carriedRowsOn, type CarriedRows } from './carried-rows.ts'
import { jobTableOn } from './job-table.ts'
import { migrate, whileStartingAlone, type SchemaChange } from './migrate.ts'
import { ormOn, type Orm } from './orm.ts'
import { migratePlugin } from './plugin-migrations.ts'
import { embeddedPool, heavyEmbedded, PATIENT, serverPools } from './pools.ts'
import { assertConnectionsOfOurOwn } from './pooler.ts'
import { SearchIndex } from './search-index.ts'
import { tellFailuresTo, type Connections } from './connections.ts'
import { connectTo, connectToEngine, type CopyPlace, type DirectConnection } from './copy.ts'
import { PoolSession, statement } from './session.ts'
import { siteFigures } from './site-figures.ts'
import type { RequireSettings } from './settings.ts'
import { storeOn, type StoreHooks } from './store.ts'
import { UnreadableTables } from './unreadable-tables.ts'
import { workingProcesses } from './working-servers.ts'

export type DatabaseLocation =
  /** Embedded and in memory; `image` comes from `memoryImage`. */
  | { readonly kind: 'memory'; readonly image?: Uint8Array<ArrayBuffer> }
  /** Embedded, in this directory. Lock it first: see `directory-lock.ts`. */
  | { readonly kind: 'directory'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string }

export const locationOf = (place: CopyPlace): DatabaseLocation =>
  'url' in place ? { kind: 'postgres', url: place.url } : { kind: 'directory', path: place.directory }

export interface DatabaseOptions {
  readonly location: DatabaseLocation
  /** Called after each commit that enqueued jobs. */
  readonly onEnqueue?: () => void
  /** Throws where the code that is running may not use a section of the settings. */
  readonly requireSettings?: RequireSettings
  /** The same for a collection of documents. */
  readonly requireDocuments?: (collection: string) => void
  /** Called with warnings for the operator, e.g. that the server does not sync to disk. */
  readonly warn?: (message: string) => void
  /** Called for each migration that ran. */
  readonly tell?: (message: string) => void
  /**
   * Called before the tables of an existing database are changed: `copyTo` copies the embedded one to a new folder.
   */
  readonly beforeChange?: (change: SchemaChange, copyTo: (directory: string) => Promise<void>) => Promise<void>
  /** Runs only these migrations; all when left out. */
  readonly migrations?: readonly string[]
  /** Extracts the readable text of contents; every content is its own text when left out. */
  readonly texts?: PageTexts
  /** Called when the embedded engine has crashed: only a restart of the process helps. */
  readonly onLost?: (failure: Error) => void
  /** Whether calls wait for the embedded database as long as it takes, instead of being refused as `busy`. */
  readonly isPatient?: boolean
}

export interface OpenDatabase extends Database {
  readonly jobTable: JobTable
  /** Writes imported rows of another system atomically. Without a time limit for the whole transaction. */
  carry<T>(work: (rows: CarriedRows) => Promise<T>): Promise<T>
  /** @throws when the database does not answer, or most of a table needed by nearly every request is unreadable */
  health(): Promise<void>
  figures(now: Date): Promise<SiteFigures>
  /** One pool when heavy work has no connections of its own. */
  connections(): readonly PoolUse[]
  /** Maintenance the embedded database defers to the night, see its engine; a PostgreSQL server does it by itself. */
  upkeep(): Promise<void>
  /** Copies the embedded database, see its engine. Not for a PostgreSQL server. */
  copyTo(directory: string): Promise<void>
  /** Whether another Octavo server is connected to the same PostgreSQL database. */
  isShared(): Promise<boolean>
  /** Runs any statements in one transaction. Only for tests, of what the database itself does and refuses. */
  script(sql: string): Promise<void>
  /**
   * Runs the plugin's pending migrations, each in a transaction.
   * @throws Error with what one of them changes that does not belong to the plugin
   */
  migratePlugin(pluginId: string, migrations: readonly Migration[]): Promise<void>
  /**
   * Closes it, and gives a connection for work on the whole database, with which everything ends. The embedded engine
   * keeps running: starting it takes longer than most of that work.
   */
  handOver(): Promise<DirectConnection>
}

const CONTENTS: PageTexts = { arePlain: true, textOf: async () => null }

/** The connections, with everything to close. */
interface Connected {
  readonly pool: Pool
  /** For heavy work. */
  readonly heavy: Connections
  connections(): readonly PoolUse[]
  /** Does the work while no other server can start on the same database. */
  alone<T>(work: () => Promise<T>): Promise<T>
  upkeep(): Promise<void>
  copyTo(directory: string): Promise<void>
  isShared(): Promise<boolean>
  close(): Promise<void>
  handOver(): Promise<DirectConnection>
}

/**
 * Opens the database and migrates its tables.
 * @throws NewerSchemaError when a newer version of Octavo has written it
 * @throws TransactionPooler when connections to PostgreSQL are shared per transaction
 */
export async function openDatabase({
  location,
  onEnqueue = () => undefined,
  requireSettings = () => undefined,
  requireDocuments = () => undefined,
  warn = () => undefined,
  tell = () => undefined,
  beforeChange = async () => undefined,
  migrations,
  texts = CONTENTS,
  onLost = () => undefined,
  isPatient = false,
}: DatabaseOptions): Promise<OpenDatabase> {
  const isWhole = migrations === undefined || MIGRATIONS.every(({ name }) => migrations.includes(name))
  const connected = await connect({ location, warn, onLost, isPatient, isWhole })
  try {
    if (location.kind === 'postgres') await assertConnectionsOfOurOwn(location.url, connected.pool)
    const orm = await ormOn(connected.pool)
    const changing = (change: SchemaChange) => beforeChange(change, (directory) => connected.copyTo(directory))
    await connected.alone(() => migrate(orm, { tell, only: migrations, beforeChange: changing }))
    if (location.kind === 'postgres') await warnOfLooseDurability(connected.pool, warn)
    return opened(connected, orm, { onEnqueue, requireSettings, requireDocuments, warn, texts })
  } catch (error) {
    await connected.close()
    throw error
  }
}

/** An empty database with all tables, which makes in-memory databases start faster. */
export async function memoryImage(): Promise<Uint8Array<ArrayBuffer>> {
  const engine = await startEngine({ directory: null, image: null })
  const pool = embeddedPool(engine, () => undefined)
  const orm = await ormOn(pool)
  await migrate(orm)
  await orm.close()
  await pool.end()
  const image = await engine.image()
  await engine.close()
  return image
}

function opened(
  connected: Connected,
  orm: Orm,
  {
    warn,
    ...given
  }: Required<Pick<DatabaseOptions, 'onEnqueue' | 'requireSettings' | 'requireDocuments' | 'warn' | 'texts'>>,
): OpenDatabase {
  const session = new PoolSession(connected.pool, orm.em.fork(), warn)
  const unreadable = new UnreadableTables((work) => session.transaction(work), { warn, nowMs: () => performance.now() })
  for (const connections of [connected.pool, connected.heavy])
    tellFailuresTo((error) => unreadable.note(error), connections)
  const index = new SearchIndex(session, given.texts, warn)
  const hooks = { ...given, onUnindexed: () => index.wake() }
  index.wake()
  const heavy = new PoolSession(connected.heavy, orm.em.fork())
  const stop = async (): Promise<void> => {
    await index.stop()
    await orm.close()
  }
  const close = async (): Promise<void> => {
    await stop()
    await connected.close()
  }
  return madeByProduct({
    ...databaseOn(session, hooks, { heavy: databaseOn(heavy, hooks, { close }), close }),
    jobTable: jobTableOn(session),
    carry: (work) => session.transaction((within) => work(carriedRowsOn(within, storeOn(within, hooks)))),
    async health() {
      await session.all(ping, [])
      await unreadable.requireNone()
    },
    figures: (now) => siteFigures(session, now),
    connections: () => connected.connections(),
    upkeep: () => connected.upkeep(),
    copyTo: (directory) => connected.copyTo(directory),
    isShared: () => connected.isShared(),
    script: (sql) => session.transaction((within) => within.script(sql)),
    migratePlugin: (pluginId, migrations) =>
      connected.alone(() => migratePlugin((work) => session.transaction(work), pluginId, migrations)),
    async handOver() {
      await stop()
      return connected.handOver()
    },
  })
}

/** The database on this session. @param heavy the database for heavy work; itself when left out */
function databaseOn(
  session: PoolSession,
  hooks: StoreHooks,
  { heavy, close }: { readonly heavy?: Database; close(): Promise<void> },
): Database {
  const database: Database = madeByProduct({
    ...storeOn(session, hooks),
    transaction: (work) => session.transaction((transaction) => work(storeOn(transaction, hooks))),
    lateTransaction: (work) => session.lateTransaction((transaction) => work(storeOn(transaction, hooks))),
    get heavy() {
      return heavy ?? database
    },
    close,
  })
  return database
}

const ping = statement('ping', 'select')

interface Connecting extends Required<Pick<DatabaseOptions, 'location' | 'warn' | 'onLost' | 'isPatient'>> {
  /** Whether the database will have the tables of this version. */
  readonly isWhole: boolean
}

async function connect({ location, warn, onLost, isPatient, isWhole }: Connecting): Promise<Connected> {
  if (location.kind === 'postgres') {
    const { ordinary: pool, heavy, processes } = serverPools(location.url, warn)
    const close = async (): Promise<void> => {
      await Promise.all([pool.end(), heavy.end()])
    }
    return {
      pool,
      heavy,
      connections: () => [useOf('ordinary', pool), useOf('heavy', heavy)],
      alone: (work) => whileStartingAlone(location.url, work),
      upkeep: async () => undefined,
      async copyTo() {
        throw new Error('a PostgreSQL server has no folder here')
      },
      isShared: async () => (await workingProcesses(pool)).some((process) => !processes.has(process)),
      close,
      async handOver() {
        await close()
        return connectTo({ url: location.url })
      },
    }
  }
  const directory = location.kind === 'directory' ? location.path : null
  const image = location.kind === 'memory' ? (location.image ?? null) : null
  const isNew = directory !== null && !(await holdsDatabase(directory))
  if (isNew) await mkdir(directory, { recursive: true, mode: 0o700 })
  if (isNew && isWhole) await layNewDatabase(directory)
  const engine = await startEngine({ directory, image }, { onLost, warn })
  if (isNew)
    await settleNewDatabase(directory).catch(async (error: unknown) => {
      await engine.kill()
      throw error
    })
  const pool = embeddedPool(engine, warn, isPatient ? PATIENT : undefined)
  return {
    pool,
    heavy: heavyEmbedded(pool, engine),
    connections: () => [useOf('ordinary', pool)],
    alone: (work) => work(),
    upkeep: () => engine.upkeep(),
    copyTo: (target) => engine.copyTo(target),
    isShared: async () => false,
    async close() {
      await pool.end()
      await engine.close()
    },
    async handOver() {
      await pool.end()
      return connectToEngine(engine)
    },
  }
}

const useOf = (name: PoolUse['pool'], { totalCount, idleCount, waitingCount }: Pool): PoolUse => ({
  pool: name,
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
})

/** Acknowledged writes survive a power cut only if the server syncs them. */
async function warnOfLooseDurability(pool: Pool, warn: (message: string) => void): Promise<void> {
  const { rows } = await pool.query<{ setting: string }>(`select current_setting('fsync') as setting`)
  if (rows[0]?.setting === 'off') warn('PostgreSQL runs with fsync=off: a power cut may destroy the database')
}
