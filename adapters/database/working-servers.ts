import type { Client, Pool } from 'pg'

/*
 * Every connection by which a server works on a PostgreSQL database holds this lock, so whoever wants the database alone can
 * see that somebody works. A name of the application would not say it: a pooler keeps connections for a server that has
 * ended, under the name it gave them, but gives locks back. Any number will do, as long as every Octavo uses the same one.
 */
const WORKING = 0x6f637477

/** What a connection asks once, when it is made: nobody ever waits for it. Its row says which process serves the connection. */
export const SAY_WORKING = `select pg_backend_pid() as process, pg_advisory_lock_shared(${WORKING})`

/** The processes of PostgreSQL that serve the connections of servers of the product, on this database. */
export async function workingProcesses(client: Pick<Client | Pool, 'query'>): Promise<readonly number[]> {
  const { rows } = await client.query<{ readonly process: number }>(
    `select distinct pid as process from pg_locks
     where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
       and classid = 0 and objid = ${WORKING} and objsubid = 1`,
  )
  return rows.map(({ process }) => process)
}
