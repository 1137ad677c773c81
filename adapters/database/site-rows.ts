import type { Client } from 'pg'

/* What commands read and write in the database of a site of which no server runs, or beside its servers. */

/** A section of the settings; null when nobody has saved it. */
export async function sectionIn(client: Client, section: string): Promise<unknown> {
  const { rows } = await client.query<{ readonly value: unknown }>('select value from setting where section = $1', [
    section,
  ])
  return rows[0]?.value ?? null
}

export async function putSection(client: Client, section: string, value: object): Promise<void> {
  await client.query(
    `insert into setting (section, value) values ($1, $2::jsonb)
     on conflict (section) do update set value = excluded.value`,
    [section, JSON.stringify(value)],
  )
}

/** Whether there is a site in the database. */
export async function hasSite(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ readonly there: boolean }>(`select to_regclass('setting') is not null as there`)
  return rows[0]?.there === true
}

/** The clock of the database, in milliseconds since 1970. */
export async function clockOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ readonly ms: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
  )
  return rows[0]?.ms ?? Number.NaN
}

/** The size of a PostgreSQL database on its server's disk, in bytes. */
export async function databaseBytes(client: Client): Promise<number> {
  const { rows } = await client.query<{ readonly bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  return Number(rows[0]?.bytes)
}

/** How many files each storage has, by its name. */
export async function filesByStorage(client: Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ readonly storage: string; readonly count: number }>(
    'select storage, count(*)::int as count from attachment group by storage',
  )
  return new Map(rows.map(({ storage, count }) => [storage, count]))
}

export interface FileRow {
  readonly key: string
  readonly bytes: number
}

/** The files of one storage in batches, in the order in which they were added. Only in a transaction. */
export async function* filesOf(client: Client, storage: string, atOnce: number): AsyncGenerator<readonly FileRow[]> {
  await client.query(
    `declare files no scroll cursor for select key, bytes from attachment where storage = ${client.escapeLiteral(storage)} order by id`,
  )
  for (;;) {
    const { rows } = await client.query<FileRow>(`fetch ${atOnce} from files`)
    if (rows.length === 0) break
    yield rows
  }
  await client.query('close files')
}
