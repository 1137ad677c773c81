import { Migrator } from '@mikro-orm/migrations'
import { MikroORM, PostgreSqlDriver, type EntityManager } from '@mikro-orm/postgresql'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { DatabaseError, types, type CustomTypesConfig, type Pool, type PoolClient } from 'pg'
import { MIGRATIONS } from '#migrations/all.ts'
import { connectionOf, noteFailure } from './connections.ts'
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
    driverOptions: new PostgresDialect({ pool: kyselyPool(pool) }),
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

/**
 * Runs the ORM on a connection with an open transaction.
 * @param requireOpen throws once the transaction is over
 */
export function kyselyOn(client: PoolClient, requireOpen: () => void): Kysely<unknown> {
  const held = kyselyClient(client, { require: requireOpen })
  const dialect = new PostgresDialect({ pool: { connect: async () => held, end: async () => undefined, options: {} } })
  return new Kysely<unknown>({ dialect })
}

const kyselyPool = (pool: Pool): PostgresPool => ({
  async connect() {
    const client = await connectionOf(pool)
    let isBroken = false
    const noteBroken = (error: unknown): void => {
      noteFailure(pool, error)
      isBroken ||= !(error instanceof DatabaseError)
    }
    return kyselyClient(client, { release: () => client.release(isBroken), onError: noteBroken })
  },
  // The pool is closed with the database, not with the ORM.
  end: async () => undefined,
  options: pool.options,
})

interface Holding {
  /** Throws when the connection must not be used any more. */
  require?(): void
  release?(): void
  onError?(error: unknown): void
}

function kyselyClient(client: PoolClient, holding: Holding): PostgresPoolClient {
  const query = async (text: string, values: readonly unknown[]) => {
    holding.require?.()
    return client.query({ text, values: [...values], types: ORM_TYPES }).catch((error: unknown) => {
      holding.onError?.(error)
      throw error
    })
  }
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
