import { openDatabase, type OpenDatabase } from '#adapters/database/open.ts'
import { laidServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { emptyDatabase } from './database.ts'

export interface TwoConnections {
  readonly database: OpenDatabase
  /** Like that of another server; the same one if there can be only one. */
  readonly other: OpenDatabase
  drop(): Promise<void>
}

/** The available databases: the server only if the environment provides one. */
export const CONNECTABLE: readonly ('embedded' | 'PostgreSQL')[] =
  POSTGRES_URL === undefined ? ['embedded'] : ['embedded', 'PostgreSQL']

/** An empty database of each kind, with a second connection like that of another server, if possible. */
export const twoConnections: Readonly<Record<'embedded' | 'PostgreSQL', () => Promise<TwoConnections>>> = {
  async embedded() {
    const database = await emptyDatabase()
    return { database, other: database, drop: () => database.close() }
  },
  async PostgreSQL() {
    const { url, drop } = await laidServerDatabase()
    const [database, other] = await Promise.all([
      openDatabase({ location: { kind: 'postgres', url } }),
      openDatabase({ location: { kind: 'postgres', url } }),
    ])
    return {
      database,
      other,
      async drop() {
        await Promise.all([database.close(), other.close()])
        await drop()
      },
    }
  },
}
