import { Client, type Pool } from 'pg'

/** A pooler hands each transaction whatever connection is free. */
export class TransactionPooler extends Error {
  constructor() {
    super('a pooler in transaction mode is between this server and PostgreSQL')
    this.name = 'TransactionPooler'
  }
}

const ROUNDS = 3

/**
 * Statements are prepared, limits set and locks taken for a connection, so two connections must not share one of the
 * server's. A pooler that shares them cannot be asked; it shows in which process answers.
 * @throws TransactionPooler
 */
export async function assertConnectionsOfOurOwn(url: string, pool: Pool): Promise<void> {
  const [first, second] = [await pool.connect(), new Client({ connectionString: url, connectionTimeoutMillis: 3_000 })]
  try {
    await second.connect()
    const own = await processOf(first)
    for (let round = 0; round < ROUNDS; round += 1) {
      if ((await processOf(second)) === own || (await processOf(first)) !== own) throw new TransactionPooler()
    }
  } finally {
    first.release()
    await second.end()
  }
}

async function processOf(client: Pick<Client, 'query'>): Promise<number | undefined> {
  const { rows } = await client.query<{ readonly process: number }>('select pg_backend_pid() as process')
  return rows[0]?.process
}
