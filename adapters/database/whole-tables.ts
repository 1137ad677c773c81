import type { Client } from 'pg'

/** Why rows were not copied; the target is unchanged. */
export class CannotCopy extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'CannotCopy'
  }
}

export interface Column {
  readonly name: string
  /** In PostgreSQL's notation, e.g. `timestamp with time zone`. */
  readonly type: string
}

export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
}

/** The values of a row in PostgreSQL's text format, in the order of the table's columns. */
export type TextRow = readonly (string | null)[]

/** Tables filled by the migrations themselves. */
const WRITTEN_BY_MIGRATIONS: ReadonlySet<string> = new Set(['migration', 'plugin_migration'])

/** All tables except those filled by migrations, sorted by name. */
export async function tablesOf(client: Client): Promise<readonly Table[]> {
  const tables: Table[] = []
  for (const name of await tableNames(client)) tables.push({ name, columns: await columnsOf(client, name) })
  return tables
}

/** Lets `work` write all of it or nothing. */
export async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Lets `read` see the whole database as it is now, whatever others write meanwhile. */
export async function inSnapshot<T>(client: Client, read: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read read only')
  try {
    return await read()
  } finally {
    await client.query('rollback').catch(() => undefined)
  }
}

/**
 * Lets `fill` write to a database with these tables, and possibly others, without rows, in one transaction. Triggers,
 * foreign keys and indexes are dropped meanwhile and recreated before it commits, which also verifies the keys.
 * @throws CannotCopy when a table is missing, or has rows
 */
export async function fillEmpty<T>(to: Client, names: readonly string[], fill: () => Promise<T>): Promise<T> {
  return inTransaction(to, async () => {
    // Indexes are recreated at the end.
    await to.query(`set local maintenance_work_mem = '128MB'`)
    await assertEmpty(to, names)
    const restore = await layBare(to)
    const filled = await fill()
    for (const command of restore) await to.query(command)
    return filled
  })
}

/** @throws CannotCopy when a table is missing, or any has rows */
export async function assertEmpty(to: Client, names: readonly string[]): Promise<void> {
  const targets = await tableNames(to)
  const missing = names.filter((name) => !targets.includes(name))
  if (missing.length > 0)
    throw new CannotCopy(
      `the tables ${missing.join(', ')} belong to plugins that are not here; put these plugins in place first`,
    )
  for (const name of targets)
    if (await hasRows(to, name)) throw new CannotCopy(`the target is not empty: its table ${name} has rows`)
}

/** Rows per batch: increases gradually, but never so much that long rows after short ones would fill the memory. */
const FEWEST = 20
const MOST = 200
const BATCH_CHARACTERS = 4_000_000

/** All rows of the table in batches. The next batch is read while the caller processes the current one. */
export async function* rowsOf(from: Client, { name, columns }: Table): AsyncGenerator<readonly TextRow[]> {
  const asTexts = columns.map((column) => `${quoted(column.name)}::text`).join(', ')
  await from.query(`declare copied no scroll cursor for select ${asTexts} from ${quoted(name)}`)
  let size = FEWEST
  const fetched = (rows: number) => {
    const batch = from.query<(string | null)[]>({ text: `fetch ${rows} from copied`, rowMode: 'array' })
    // Awaited only when the previous batch has been processed.
    batch.catch(() => undefined)
    return batch
  }
  for (let next = fetched(size); ;) {
    const { rows } = await next
    if (rows.length === 0) break
    const characters = rows.reduce((sum, row) => sum + row.reduce((length, cell) => length + (cell?.length ?? 0), 0), 0)
    size = Math.round(Math.min(Math.max((rows.length * BATCH_CHARACTERS) / (characters + 1), FEWEST), size * 4, MOST))
    next = fetched(size)
    yield rows
  }
  await from.query('close copied')
}

export async function insertRows(to: Client, { name, columns }: Table, rows: readonly TextRow[]): Promise<void> {
  const names = columns.map((column) => quoted(column.name)).join(', ')
  const back = columns.map(({ type }, at) => `v${at}::${type}`).join(', ')
  const lists = columns.map((_, at) => `$${at + 1}::text[]`).join(', ')
  const values = columns.map((_, at) => `v${at}`).join(', ')
  await to.query(
    `insert into ${quoted(name)} (${names}) overriding system value select ${back} from unnest(${lists}) as t(${values})`,
    columns.map((_, at) => rows.map((row) => row[at] ?? null)),
  )
}

/** The row count and an order-independent checksum of the contents. */
export async function sumOf(client: Client, { name, columns }: Table): Promise<string> {
  const whole = columns.map((column) => quoted(column.name)).join(', ')
  const { rows } = await client.query<{ readonly sum: string }>(
    `select count(*) || ' ' || coalesce(sum(hashtextextended(row(${whole})::text, 0)::numeric), 0) as sum from ${quoted(name)}`,
  )
  return rows[0]?.sum ?? ''
}

export interface Sequence {
  readonly name: string
  /** The last number it returned. */
  readonly last: string
}

/** Sequences that have returned a number already. */
export async function sequencesOf(from: Client): Promise<readonly Sequence[]> {
  const { rows } = await from.query<Sequence>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = current_schema() and last_value is not null`,
  )
  return rows
}

export async function setSequences(to: Client, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, last } of sequences)
    await to.query('select setval($1::text::regclass, $2::bigint)', [quoted(name), last])
}

/** A quoted identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Sorted, without tables filled by migrations. */
export async function tableNames(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ readonly name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname`,
  )
  return rows.map(({ name }) => name).filter((name) => !WRITTEN_BY_MIGRATIONS.has(name))
}

async function hasRows(client: Client, table: string): Promise<boolean> {
  return (await client.query(`select 1 from ${quoted(table)} limit 1`)).rows.length > 0
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
 * Drops triggers, foreign keys and indexes, which would change rows, require an order or take time for each row.
 * @returns the statements that restore them
 */
async function layBare(client: Client): Promise<readonly string[]> {
  const restore: string[] = []
  for (const table of await tableNames(client)) {
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
