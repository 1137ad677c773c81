import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { MIGRATIONS } from '#migrations/all.ts'
import { NewerSchemaError } from './newer-schema.ts'
import type { Orm } from './orm.ts'

/** The changes a start is about to make to an existing database. */
export interface SchemaChange {
  /** Migrations that have run. */
  readonly executed: readonly string[]
  /** The last pending one. */
  readonly target: string
}

interface Migrating {
  /** Called for each migration that ran, with its duration; not for those that create a new database. */
  readonly tell?: (message: string) => void
  /** Only these migrations, for a database of an older version; all when left out. */
  readonly only?: readonly string[] | undefined
  /** Called before the first one. */
  readonly beforeChange?: (change: SchemaChange) => Promise<void>
}

/**
 * Runs pending migrations, each in its own transaction.
 * @throws NewerSchemaError
 */
export async function migrate(
  orm: Orm,
  { tell = () => undefined, only, beforeChange = async () => undefined }: Migrating = {},
): Promise<void> {
  const executed = (await orm.migrator.getExecuted()).map(({ name }) => name)
  const known = MIGRATIONS.map(({ name }) => name)
  const unknown = [...executed, ...(only ?? [])].filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new NewerSchemaError(unknown)
  const wanted = known.filter((name) => !executed.includes(name) && (only === undefined || only.includes(name)))
  if (executed.length === 0) return void (await orm.migrator.up({ migrations: wanted }))
  const target = wanted.at(-1)
  if (target !== undefined) await beforeChange({ executed, target })
  await update(orm, wanted, tell)
}

async function update(orm: Orm, names: readonly string[], tell: (message: string) => void): Promise<void> {
  for (const name of names) {
    const begun = performance.now()
    await orm.migrator.up({ migrations: [name] })
    tell(`the database was brought to ${name} in ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
  }
}

// Any number will do, as long as all versions of Octavo use the same.
const STARTING = 0x6f637461

/**
 * Prevents servers from starting on the same PostgreSQL database while this connection is open.
 * @returns false when one is starting, or another command holds the lock
 */
export async function keepOthersFromStarting(client: Client): Promise<boolean> {
  for (let looks = 0; ; looks += 1) {
    const { rows } = await client.query<{ readonly held: boolean }>('select pg_try_advisory_lock($1) as held', [
      STARTING,
    ])
    if (rows[0]?.held === true) return true
    if (looks === LOOKS) return false
    // With a pooler, the lock of a closed connection is held until the pooler has reset it.
    await setTimeout(BETWEEN_LOOKS_MS)
  }
}
const LOOKS = 50
const BETWEEN_LOOKS_MS = 100

/** Does the work while no other server can start on the same PostgreSQL database; a second one waits here. */
export async function whileStartingAlone<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
  // The work may go on without it, as each migration has a transaction of its own; unheard, the error would end the
  // process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [STARTING])
    return await work()
  } finally {
    // The lock ends with its connection.
    await client.end()
  }
}
