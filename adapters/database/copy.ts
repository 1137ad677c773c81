import { Client } from 'pg'
import { startEngine } from './embedded/engine.ts'

/** One connection to a database, for work on it as a whole. */
export interface DirectConnection {
  readonly client: Client
  close(): Promise<void>
}

/** The embedded database in a directory, or a PostgreSQL server by its address. */
export type CopyPlace = { readonly directory: string } | { readonly url: string }

export async function connectTo(place: CopyPlace): Promise<DirectConnection> {
  const engine = 'directory' in place ? await startEngine({ directory: place.directory, image: null }) : null
  const client = engine
    ? new Client({ user: 'postgres', database: 'postgres', ssl: false, stream: () => engine.stream() })
    : new Client({ connectionString: 'url' in place ? place.url : '', connectionTimeoutMillis: CONNECT_MS })
  // Else an error between two statements would end the process; the next statement tells of it.
  client.on('error', () => undefined)
  await client.connect()
  // Rows are compared as text, which must not depend on who asks.
  await client.query(`set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
    set extra_float_digits = 1; set synchronous_commit = on`)
  return {
    client,
    async close() {
      await client.end()
      await engine?.close()
    },
  }
}
const CONNECT_MS = 3_000

/** Why a copy was not made; the target is as it was. */
export class CannotCopy extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'CannotCopy'
  }
}

export interface CopiedTable {
  readonly name: string
  readonly rows: number
}

/** What migrations write by themselves, on both sides. */
const WRITTEN_BY_MIGRATIONS: ReadonlySet<string> = new Set(['migration', 'plugin_migration'])

/**
 * Copies every row into a database that has the same tables and no rows, in one transaction, and compares each table by
 * the number of its rows and a sum over them before it commits.
 * @param tell hears of each table when it is copied
 * @throws CannotCopy
 */
export async function copyRows(
  from: Client,
  to: Client,
  tell: (table: CopiedTable) => void,
): Promise<readonly CopiedTable[]> {
  await from.query('begin isolation level repeatable read read only')
  await to.query('begin')
  // Indexes are made anew at the end.
  await to.query(`set local maintenance_work_mem = '128MB'`)
  try {
    const copied = await copyWithin(from, to, tell)
    await to.query('commit')
    return copied
  } catch (error) {
    await to.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await from.query('rollback').catch(() => undefined)
  }
}

async function copyWithin(
  from: Client,
  to: Client,
  tell: (table: CopiedTable) => void,
): Promise<readonly CopiedTable[]> {
  const tables = (await tablesOf(from)).filter((name) => !WRITTEN_BY_MIGRATIONS.has(name))
  const targets = await tablesOf(to)
  const missing = tables.filter((name) => !targets.includes(name))
  if (missing.length > 0)
    throw new CannotCopy(
      `the tables ${missing.join(', ')} belong to plugins that are not here; put these plugins in place first`,
    )
  for (const name of targets.filter((each) => !WRITTEN_BY_MIGRATIONS.has(each)))
    if (await hasRows(to, name)) throw new CannotCopy(`the target is not empty: its table ${name} has rows`)
  const restore = await layBare(to)
  const copied: CopiedTable[] = []
  for (const name of tables) {
    const columns = await columnsOf(from, name)
    const table = { name, rows: await copyTable({ from, to }, name, columns) }
    const [before, after] = await Promise.all([sumOf(from, name, columns), sumOf(to, name, columns)])
    if (before !== after) throw new CannotCopy(`the table ${name} differs after it was copied`)
    tell(table)
    copied.push(table)
  }
  for (const command of restore) await to.query(command)
  await carrySequences(from, to)
  return copied
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

async function tablesOf(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ readonly name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname`,
  )
  return rows.map(({ name }) => name)
}

/** Whether there is any row. */
async function hasRows(client: Client, table: string): Promise<boolean> {
  return (await client.query(`select 1 from ${quoted(table)} limit 1`)).rows.length > 0
}

interface Column {
  readonly name: string
  readonly type: string
}

async function columnsOf(client: Client, table: string): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [quoted(table)],
  )
  return rows
}

/**
 * Takes triggers, foreign keys and indexes away, which would change rows, ask for an order or take time for each row.
 * @returns the commands that bring them back, which also prove the keys
 */
async function layBare(client: Client): Promise<readonly string[]> {
  const restore: string[] = []
  for (const table of await tablesOf(client)) {
    await client.query(`alter table ${quoted(table)} disable trigger user`)
    restore.push(`alter table ${quoted(table)} enable trigger user`)
  }
  const { rows: indexes } = await client.query<{ readonly name: string; readonly definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     join pg_class on pg_class.oid = indrelid
     where relnamespace = current_schema()::regnamespace and not indisprimary
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  )
  for (const { name, definition } of indexes) {
    await client.query(`drop index ${name}`)
    restore.push(definition)
  }
  const { rows: keys } = await client.query<{
    readonly place: string
    readonly name: string
    readonly definition: string
  }>(
    `select conrelid::regclass::text as place, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )
  for (const { place, name, definition } of keys) {
    await client.query(`alter table ${place} drop constraint ${quoted(name)}`)
    restore.push(`alter table ${place} add constraint ${quoted(name)} ${definition}`)
  }
  return restore
}

/** Rows at a time: from few to many, for a row may hold two megabytes. */
const FEWEST = 20
const MOST = 2_000
const BATCH_CHARACTERS = 4_000_000

/** @returns how many rows there were */
async function copyTable(
  { from, to }: { readonly from: Client; readonly to: Client },
  table: string,
  columns: readonly Column[],
): Promise<number> {
  const names = columns.map(({ name }) => quoted(name)).join(', ')
  const asTexts = columns.map(({ name }) => `${quoted(name)}::text`).join(', ')
  const back = columns.map(({ type }, at) => `v${at}::${type}`).join(', ')
  const lists = columns.map((_, at) => `$${at + 1}::text[]`).join(', ')
  const values = columns.map((_, at) => `v${at}`).join(', ')
  const insert = `insert into ${quoted(table)} (${names}) overriding system value select ${back} from unnest(${lists}) as t(${values})`
  await from.query(`declare copied no scroll cursor for select ${asTexts} from ${quoted(table)}`)
  let count = 0
  let size = FEWEST
  const fetched = (rows: number) => {
    const batch = from.query<(string | null)[]>({ text: `fetch ${rows} from copied`, rowMode: 'array' })
    // Waited for only when the batch before it is written.
    batch.catch(() => undefined)
    return batch
  }
  for (let next = fetched(size); ;) {
    const { rows } = await next
    if (rows.length === 0) break
    const characters = rows.reduce((sum, row) => sum + row.reduce((length, cell) => length + (cell?.length ?? 0), 0), 0)
    size = Math.round(Math.min(Math.max((rows.length * BATCH_CHARACTERS) / (characters + 1), FEWEST), size * 4, MOST))
    // One side reads while the other one writes.
    next = fetched(size)
    await to.query(
      insert,
      columns.map((_, at) => rows.map((row) => row[at] ?? null)),
    )
    count += rows.length
  }
  await from.query('close copied')
  return count
}

/** The number of rows and a sum over what they hold, whatever their order. */
async function sumOf(client: Client, table: string, columns: readonly Column[]): Promise<string> {
  const whole = columns.map(({ name }) => quoted(name)).join(', ')
  const { rows } = await client.query<{ readonly sum: string }>(
    `select count(*) || ' ' || coalesce(sum(hashtextextended(row(${whole})::text, 0)::numeric), 0) as sum from ${quoted(table)}`,
  )
  return rows[0]?.sum ?? ''
}

async function carrySequences(from: Client, to: Client): Promise<void> {
  const { rows } = await from.query<{ readonly name: string; readonly last: string }>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = current_schema() and last_value is not null`,
  )
  for (const { name, last } of rows)
    await to.query('select setval($1::text::regclass, $2::bigint)', [quoted(name), last])
}
