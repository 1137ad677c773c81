import type { Client } from 'pg'

/** The texts of the columns that are read; null where there is none. */
export type SealedRow = Readonly<Record<string, string | null>>

/** Rows of one table with texts that were sealed with the site's key. */
export interface SealedRows {
  /** What an operator calls them. */
  readonly title: string
  readonly table: string
  /** The column a row is known by. */
  readonly key: string
  /** Columns to read, the key aside. */
  readonly reads: readonly string[]
  /** The column in which sealed texts lie, by themselves or within JSON. */
  readonly column: string
  /** Which rows of the table, as SQL; all when left out. */
  readonly where?: string
  /** The columns that become others. @throws Error when a sealed text cannot be opened */
  resealed(row: SealedRow): SealedRow
}

export interface Resealed {
  readonly rows: number
  /** Keys of rows that could not be opened and stay as they are. */
  readonly unreadable: readonly string[]
}

/**
 * Writes every row anew that holds a text sealed with the key of this id. Done in transactions of some rows each: what is
 * done shows by the id that stands in it, so it may end at any moment and be begun again.
 * @param reached hears after each transaction
 */
export async function resealRows(
  client: Client,
  rows: SealedRows,
  { keyId, atOnce, reached }: { readonly keyId: string; readonly atOnce: number; reached(): Promise<void> },
): Promise<Resealed> {
  const unreadable: string[] = []
  for (let written = 0; ;) {
    const some = await inTransaction(client, () => resealSome(client, rows, { keyId, atOnce, unreadable }))
    written += some
    if (some === 0) return { rows: written, unreadable }
    await reached()
  }
}

async function resealSome(
  client: Client,
  { table, key, reads, column, where = 'true', resealed }: SealedRows,
  { keyId, atOnce, unreadable }: { readonly keyId: string; readonly atOnce: number; readonly unreadable: string[] },
): Promise<number> {
  const texts = [key, ...reads].map((name) => `${quoted(name)}::text as ${quoted(name)}`).join(', ')
  for (;;) {
    const { rows } = await client.query<SealedRow>(
      `select ${texts} from ${quoted(table)}
       where ${where} and ${holds(quoted(column))} and not ${quoted(key)}::text = any ($2) order by ${quoted(key)} limit $3 for update`,
      [keyId, unreadable, atOnce],
    )
    const changes = rows.flatMap((row) => {
      const id = row[key] ?? ''
      try {
        return [{ id, columns: resealed(row) }]
      } catch {
        unreadable.push(id)
        return []
      }
    })
    if (changes.length > 0) await writeAll(client, { table, key }, changes)
    // Rows that cannot be opened must not hide those behind them.
    if (changes.length > 0 || rows.length === 0) return changes.length
  }
}

/** Whether a column holds a text sealed with the key $1. */
const holds = (column: string): string =>
  `(starts_with(${column}::text, $1 || '.') or strpos(${column}::text, '"' || $1 || '.') > 0)`

interface Change {
  readonly id: string
  readonly columns: SealedRow
}

async function writeAll(
  client: Client,
  { table, key }: Pick<SealedRows, 'table' | 'key'>,
  changes: readonly Change[],
): Promise<void> {
  const names = Object.keys(changes[0]?.columns ?? {})
  const types = await typesOf(client, table)
  const sets = names.map((name, at) => `${quoted(name)} = n.v${at}::${types.get(name)}`).join(', ')
  const lists = names.map((_, at) => `$${at + 2}::text[]`).join(', ')
  const columns = names.map((_, at) => `v${at}`).join(', ')
  await client.query(
    `update ${quoted(table)} t set ${sets} from unnest($1::text[], ${lists}) as n(id, ${columns})
     where t.${quoted(key)} = n.id::${types.get(key)}`,
    [changes.map(({ id }) => id), ...names.map((name) => changes.map(({ columns: written }) => written[name] ?? null))],
  )
}

async function typesOf(client: Client, table: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ readonly name: string; readonly type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [quoted(table)],
  )
  return new Map(rows.map(({ name, type }) => [name, type]))
}

/** A place with sealed texts of which nobody says how they are made anew. */
export interface UnknownPlace {
  /** The name of a collection of documents, or `table.column`. */
  readonly name: string
  readonly rows: number
}

/** Where else texts lie that look as if the key of this id had sealed them. */
export async function sealedElsewhere(
  client: Client,
  keyId: string,
  known: readonly SealedRows[],
): Promise<readonly UnknownPlace[]> {
  const found: UnknownPlace[] = []
  for (const { table, column } of await textColumns(client)) {
    const ours = known.filter((each) => each.table === table && each.column === column)
    if (ours.some(({ where }) => where === undefined)) continue
    const isOurs = ours.map(({ where }) => `(${where})`).join(' or ') || 'false'
    const name = table === 'document' ? 'collection' : `'${table}.${column}'`
    // A key id has no sign that means something in an expression.
    const { rows } = await client.query<UnknownPlace>(
      `select ${name} as name, count(*)::integer as rows from ${quoted(table)}
       where not (${isOurs}) and strpos(${quoted(column)}::text, $1) > 0
         and ${quoted(column)}::text ~ ('(^|")' || $1 || '\\.[A-Za-z0-9_-]{38,}("|$)')
       group by 1`,
      [keyId],
    )
    found.push(...rows)
  }
  return found
}

async function textColumns(client: Client): Promise<readonly { readonly table: string; readonly column: string }[]> {
  const { rows } = await client.query<{ readonly table: string; readonly column: string }>(
    `select relname as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
     where relkind = 'r' and relnamespace = current_schema()::regnamespace and attnum > 0 and not attisdropped
       and atttypid in ('text'::regtype, 'json'::regtype, 'jsonb'::regtype) order by 1, 2`,
  )
  return rows
}

async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
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

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
