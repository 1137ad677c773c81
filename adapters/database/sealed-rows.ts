import type { Client } from 'pg'
import { inTransaction, quoted } from './whole-tables.ts'

/** The texts of the columns read; null for none. */
export type SealedRow = Readonly<Record<string, string | null>>

/** Rows of one table that contain texts sealed with the site key. */
export interface SealedRows {
  /** Their name for operators. */
  readonly title: string
  readonly table: string
  /** The column that identifies a row. */
  readonly key: string
  /** Columns to read besides the key. */
  readonly reads: readonly string[]
  /** The column that contains sealed texts, directly or inside JSON. */
  readonly column: string
  /** An SQL condition for the rows; all when left out. */
  readonly where?: string
  /** The changed columns. @throws Error when a sealed text cannot be unsealed */
  resealed(row: SealedRow): SealedRow
}

export interface Resealed {
  readonly rows: number
  /** Keys of rows that could not be unsealed and are unchanged. */
  readonly unreadable: readonly string[]
}

/**
 * Reseals every row with a text sealed with the key of this id, in transactions of some rows each. The key id in each
 * text shows what is done already, so it may be interrupted at any time and started again.
 * @param reached is called after each transaction
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
    // Rows that cannot be unsealed must not block those after them.
    if (changes.length > 0 || rows.length === 0) return changes.length
  }
}

/** Whether a column contains a text sealed with the key $1. */
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

/** A place with sealed texts for which no resealing is defined. */
export interface UnknownPlace {
  /** The name of a collection of documents, or `table.column`. */
  readonly name: string
  readonly rows: number
}

/** Finds other texts that look as if they were sealed with the key of this id. */
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
    // A key id contains no special characters of regular expressions.
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
