import { Migrator } from '@mikro-orm/migrations'
import { MikroORM, PostgreSqlDriver, type EntityManager } from '@mikro-orm/postgresql'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { DatabaseError, types, type CustomTypesConfig, type Pool, type PoolClient } from 'pg'
import type { OwnTime } from '#core/own-time.ts'
import { MIGRATIONS } from '#migrations/all.ts'
import { connectionOf, noteFailure, type Connections } from './connections.ts'
import { translated } from './refusals.ts'
import { ALL_ROWS } from './rows.ts'

export type Manager = EntityManager
export type Orm = MikroORM

/** The ORM on these connections, shared with the adapter's statements. */
export const ormOn = async (pool: Pool): Promise<Orm> =>
  MikroORM.init({
    driver: TranslatingDriver,
    entities: ALL_ROWS,
    // Statements change rows too, so cached entities must never be used.
    disableIdentityMap: true,
    dbName: await nameOf(pool),
    driverOptions: new PostgresDialect({ pool: kyselyPool(pool, pool.options) }),
    extensions: [Migrator],
    migrations: {
      migrationsList: MIGRATIONS.map(({ name, class: migration }) => ({ name, class: migration })),
      tableName: 'migration',
      snapshot: false,
      transactional: true,
      allOrNothing: false,
      silent: true,
    },
  })

/**
 * The name is read from the database itself: before migrating, the ORM creates a database of the given name if it is
 * missing, and an address may use another name, e.g. that of a pooler.
 */
async function nameOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  return rows[0]?.name ?? ''
}

/** Translates "busy" like statements do. */
const TranslatingDriver: typeof PostgreSqlDriver = class extends PostgreSqlDriver {
  protected override rethrow<T>(promise: Promise<T>): Promise<T> {
    return super.rethrow(promise).catch((error: unknown) => {
      throw translated(error)
    })
  }
}

export type OrmClient = PostgresPoolClient

/** Runs the ORM on the connection of a transaction. */
export const kyselyOn = (connect: () => Promise<OrmClient>): Kysely<unknown> =>
  new Kysely<unknown>({ dialect: new PostgresDialect({ pool: { connect, end: async () => undefined, options: {} } }) })

/** Runs the ORM on any free connection, aside of this time. */
export const measuredKysely = (connections: Connections, time: OwnTime): Kysely<unknown> =>
  new Kysely<unknown>({ dialect: new PostgresDialect({ pool: kyselyPool(connections, {}, time) }) })

const kyselyPool = (pool: Connections, options: Pool['options'] | object, time?: OwnTime): PostgresPool => ({
  async connect() {
    const client = await (time ? time.aside(() => connectionOf(pool)) : connectionOf(pool))
    let isBroken = false
    const noteBroken = (error: unknown): void => {
      noteFailure(pool, error)
      isBroken ||= !(error instanceof DatabaseError)
    }
    const release = (): void => client.release(isBroken)
    return ormClientOf(client, { release, onError: noteBroken, ...(time && { time }) })
  },
  // The pool is closed with the database, not with the ORM.
  end: async () => undefined,
  options,
})

interface Holding {
  /** Statements are done aside of it. */
  readonly time?: OwnTime
  /** Throws when the connection must not be used any more. */
  require?(): void
  release?(): void
  onError?(error: unknown): void
}

/** A connection as the ORM uses it. */
export function ormClientOf(client: PoolClient, holding: Holding): OrmClient {
  const query = async (text: string, values: readonly unknown[]) => {
    holding.require?.()
    const { time } = holding
    return time ? time.aside(() => asked(text, values)) : asked(text, values)
  }
  const asked = (text: string, values: readonly unknown[]) =>
    client.query({ text, values: [...values], types: ORM_TYPES }).catch((error: unknown) => {
      holding.onError?.(error)
      throw error
    })
  const release = (): void => holding.release?.()
  // Cursors are not used, so one overload of `query` is enough.
  return { query, release } as unknown as PostgresPoolClient
}

// The ORM parses times itself.
const TIMES = new Set<number>([types.builtins.DATE, types.builtins.TIMESTAMP, types.builtins.TIMESTAMPTZ])
const ORM_TYPES: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) =>
    TIMES.has(oid) && format !== 'binary' ? (value: string) => value : types.getTypeParser(oid, format as 'text'),
}
