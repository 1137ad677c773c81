import { Client, type Pool } from 'pg'

/** The pooler assigns any free connection to each transaction. */
export class TransactionPooler extends Error {
  constructor() {
    super('a pooler in transaction mode is between this server and PostgreSQL')
    this.name = 'TransactionPooler'
  }
}

const ROUNDS = 3

/**
 * Prepared statements, limits and locks belong to a connection, so two connections must not share one of the server's.
 * A pooler that shares them cannot be detected by asking; it is detected by the backend process that answers.
 * @throws TransactionPooler
 */
export async function assertConnectionsOfOurOwn(url: string, pool: Pool): Promise<void> {
  const [first, second] = [await pool.connect(), new Client({ connectionString: url, connectionTimeoutMillis: 3_000 })]
  // Unheard, the error of a connection that breaks between two statements would end the process.
  second.on('error', () => undefined)
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
