import type { Client, Pool } from 'pg'

/*
 * Every connection of a server to a PostgreSQL database holds this lock, so that commands needing the database
 * exclusively can detect servers. An application name would not do: a pooler keeps connections of a stopped server
 * under its name, but releases locks. Any number will do, as long as all versions of Octavo use the same.
 */
const WORKING = 0x6f637477

/** Run once per new connection; nobody ever waits for it. Its row identifies the backend process of the connection. */
export const SAY_WORKING = `select pg_backend_pid() as process, pg_advisory_lock_shared(${WORKING})`

export const ASK_PROCESS = 'select pg_backend_pid() as process'
export interface OwnProcess {
  readonly process: number
}

/** The backend processes that serve connections of Octavo servers to this database. */
export async function workingProcesses(client: Pick<Client | Pool, 'query'>): Promise<readonly number[]> {
  const { rows } = await client.query<{ readonly process: number }>(
    `select distinct pid as process from pg_locks
     where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
       and classid = 0 and objid = ${WORKING} and objsubid = 1`,
  )
  return rows.map(({ process }) => process)
}
