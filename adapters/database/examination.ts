import type { Client } from 'pg'
import type { DirectConnection } from './copy.ts'

/** The result for one table. */
export interface Examined {
  readonly table: string
  /** Null when they cannot be counted. */
  readonly rows: number | null
  /** How many indexes were compared with the rows. */
  readonly compared: number
  /** Indexes that could not be compared, because the database would not use them. */
  readonly uncompared: readonly string[]
  readonly problems: readonly Problem[]
}

export interface Problem {
  /** rows: stored data is missing or unreadable. index: the rows are intact, but the index is not. */
  readonly of: 'rows' | 'index'
  readonly text: string
}

/** Opens a connection; called again when reading damaged data ended the previous one. */
export type Connect = () => Promise<DirectConnection>

interface Table {
  readonly oid: number
  readonly name: string
  readonly file: string
}

const BAD_ROWS_NAMED = 10
const WORDS_COMPARED = 40

/**
 * Reads every value of every table, including TOASTed ones, and compares every index with the rows by count and
 * checksum. Read-only. If reading ends the connection, a new one is opened, and the remaining tables are still checked.
 */
export async function* examined(connect: Connect): AsyncGenerator<Examined> {
  const reader = new Reader(connect)
  try {
    for (const table of await reader.read((client) => tablesOf(client)))
      yield await new TableExamination(reader, table).done()
  } finally {
    await reader.close()
  }
}

/** A read-only transaction, restarted after each failure. */
class Reader {
  readonly #connect: Connect
  #connection: DirectConnection | null = null

  constructor(connect: Connect) {
    this.#connect = connect
  }

  async read<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const connection = (this.#connection ??= await this.#connect())
    try {
      await connection.client.query('begin isolation level repeatable read read only')
      const result = await work(connection.client)
      await connection.client.query('rollback')
      return result
    } catch (error) {
      const isAlive = await connection.client.query('rollback').then(
        () => true,
        () => false,
      )
      if (!isAlive) {
        this.#connection = null
        await connection.close().catch(() => undefined)
      }
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#connection?.close()
  }
}

class TableExamination {
  readonly #reader: Reader
  readonly #table: Table
  readonly #problems: Problem[] = []
  readonly #uncompared: string[] = []

  constructor(reader: Reader, table: Table) {
    this.#reader = reader
    this.#table = table
  }

  async done(): Promise<Examined> {
    const { name } = this.#table
    await this.#tried('rows', 'its files', (client) => this.#sizes(client))
    const rows = await this.#tried('rows', 'its rows', (client) => countOf(client, name))
    if (rows === null) await this.#tried('rows', 'its rows', (client) => this.#nameBadRows(client))
    const indexes = (await this.#tried('rows', 'its indexes', (client) => indexesOf(client, this.#table.oid))) ?? []
    for (const index of indexes)
      await this.#tried('index', `its index ${index.name}`, (client) => this.#compare(client, index))
    await this.#tried('rows', 'what its rows refer to', (client) => this.#references(client))
    const compared = indexes.length - this.#uncompared.length
    return { table: name, rows, compared, uncompared: this.#uncompared, problems: this.#problems }
  }

  async #tried<T>(of: Problem['of'], what: string, work: (client: Client) => Promise<T>): Promise<T | null> {
    try {
      return await this.#reader.read(work)
    } catch (error) {
      const [, file] = /in file "([^"]+)"/.exec(reasonOf(error)) ?? []
      const relation =
        file === undefined ? null : await this.#reader.read((client) => relationOf(client, file)).catch(() => null)
      // An error in another table, where it is reported too.
      if (relation && relation.tableId !== this.#table.oid) return null
      const where = relation ? `${relation.name}, file ${file}` : `file ${this.#table.file}`
      // An index entry for a missing row is not a fault of the index.
      const isOf = relation === null ? of : relation.isIndex ? 'index' : 'rows'
      this.#found(isOf, `${what} cannot be read (${where}): ${reasonOf(error)}`)
      return null
    }
  }
  #found(of: Problem['of'], text: string): void {
    if (!this.#problems.some((problem) => problem.text === text)) this.#problems.push({ of, text })
  }

  /** A file truncated at a block boundary looks like a smaller table; the catalog contains its former length. */
  async #sizes(client: Client): Promise<void> {
    const { rows } = await client.query<{
      readonly name: string
      readonly kind: string
      readonly missing: number
      readonly file: string
    }>(
      `select c.oid::regclass::text as name, c.relkind as kind, pg_relation_filepath(c.oid) as file,
         c.relpages - pg_relation_size(c.oid) / current_setting('block_size')::integer as missing
       from pg_class c
       where c.oid in (
         select $1::oid union select reltoastrelid from pg_class where oid = $1
         union select indexrelid from pg_index where indrelid = $1
           or indrelid = (select reltoastrelid from pg_class where oid = $1)
       ) and c.relpages > pg_relation_size(c.oid) / current_setting('block_size')::integer`,
      [this.#table.oid],
    )
    for (const { name, kind, missing, file } of rows)
      this.#found(
        kind === 'i' ? 'index' : 'rows',
        `the last ${missing} blocks of ${name} are missing in the file ${file}`,
      )
  }

  /** Finds unreadable rows by bisection. */
  async #nameBadRows(client: Client): Promise<void> {
    const { name } = this.#table
    const { rows } = await client.query<{ readonly at: string }>(`select ctid::text as at from ${quoted(name)}`)
    const bad: string[] = []
    const search = async (places: readonly string[]): Promise<void> => {
      if (bad.length >= BAD_ROWS_NAMED || places.length === 0 || (await isReadable(client, name, places))) return
      if (places.length === 1) return void bad.push(places[0] ?? '')
      const half = Math.ceil(places.length / 2)
      await search(places.slice(0, half))
      await search(places.slice(half))
    }
    await search(rows.map(({ at }) => at))
    if (bad.length === 0) return
    const known = await knownAs(client, this.#table, bad)
    const more = bad.length === BAD_ROWS_NAMED ? ' and perhaps more' : ''
    this.#found('rows', `of ${rows.length} rows these cannot be read: ${known.join(', ')}${more}`)
  }

  async #compare(client: Client, index: Index): Promise<void> {
    if (index.isOfWords) return this.#compareWords(client, index)
    if (index.method !== 'btree') return void this.#uncompared.push(index.name)
    const { name } = this.#table
    const columns = index.columns.join(', ')
    const whole = `select count(*)::integer as rows, coalesce(sum(hashtextextended(row(${columns})::text, 0)::numeric), 0)::text as sum`
    const where = index.condition === null ? '' : `where ${index.condition}`
    // The rows in index order, the cheapest plan when no other is allowed.
    const ordered = `${whole} from (select * from ${quoted(name)} ${where} order by ${index.order.join(', ')} offset 0) t`
    const plain = `${whole} from ${quoted(name)} ${where}`
    await client.query(BY_TABLE)
    const [byTable] = (await client.query<Sum>(plain)).rows
    await client.query(BY_INDEX)
    const { rows: plan } = await client.query<{ readonly 'QUERY PLAN': string }>(`explain ${ordered}`)
    if (!plan.some((line) => line['QUERY PLAN'].includes(`using ${index.name} `)))
      return void this.#uncompared.push(index.name)
    const [byIndex] = (await client.query<Sum>(ordered)).rows
    if (byTable?.rows !== byIndex?.rows)
      this.#found(
        (byIndex?.rows ?? 0) > (byTable?.rows ?? 0) ? 'rows' : 'index',
        `its index ${index.name} knows ${byIndex?.rows} rows, and there are ${byTable?.rows}`,
      )
    else if (byTable?.sum !== byIndex?.sum)
      this.#found('index', `its index ${index.name} says other things than its rows`)
  }

  /** A full-text index is queried for its most frequent words. */
  async #compareWords(client: Client, index: Index): Promise<void> {
    const { name } = this.#table
    const [column = ''] = index.columns
    await client.query(BY_TABLE)
    const { rows: words } = await client.query<{ readonly word: string; readonly rows: number }>(
      `select word, ndoc as rows from ts_stat($1) order by ndoc desc, word limit $2`,
      [`select ${column} from ${quoted(name)}`, WORDS_COMPARED],
    )
    await client.query(BY_WORDS)
    for (const { word, rows } of words) {
      const { rows: found } = await client.query<{ readonly rows: number }>(
        `select count(*)::integer as rows from ${quoted(name)} where ${column} @@ $1::tsquery`,
        [`'${word.replaceAll(/['\\]/g, String.raw`\$&`)}'`],
      )
      if (found[0]?.rows === rows) continue
      return this.#found(
        'index',
        `its index ${index.name} knows ${found[0]?.rows} rows with a word that stands in ${rows}`,
      )
    }
  }

  async #references(client: Client): Promise<void> {
    const { rows } = await client.query<{ readonly parent: string; readonly own: string[]; readonly theirs: string[] }>(
      `select confrelid::regclass::text as parent,
         array(select attname::text from unnest(conkey) with ordinality k(n, at) join pg_attribute on attrelid = conrelid and attnum = n order by at) as own,
         array(select attname::text from unnest(confkey) with ordinality k(n, at) join pg_attribute on attrelid = confrelid and attnum = n order by at) as theirs
       from pg_constraint where contype = 'f' and conrelid = $1`,
      [this.#table.oid],
    )
    await client.query(BY_TABLE)
    for (const { parent, own, theirs } of rows) {
      const isSet = own.map((column) => `c.${quoted(column)} is not null`).join(' and ')
      const isSame = own.map((column, at) => `p.${quoted(theirs[at] ?? '')} = c.${quoted(column)}`).join(' and ')
      const { rows: lost } = await client.query<{ readonly count: number }>(
        `select count(*)::integer as count from ${quoted(this.#table.name)} c
         where ${isSet} and not exists (select from ${parent} p where ${isSame})`,
      )
      const count = lost[0]?.count ?? 0
      if (count > 0) this.#found('rows', `${count} of its rows belong to rows of ${parent} that are not there`)
    }
  }
}

interface Sum {
  readonly rows: number
  readonly sum: string
}

const setAll = (settings: Readonly<Record<string, 'on' | 'off'>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `set local enable_${name} = ${value};`)
    .join(' ')
const BY_TABLE = setAll({ seqscan: 'on', sort: 'on', indexscan: 'off', indexonlyscan: 'off', bitmapscan: 'off' })
// The rows themselves are fetched, so that index entries for missing rows are found.
const BY_INDEX = setAll({ seqscan: 'off', sort: 'off', indexscan: 'on', indexonlyscan: 'off', bitmapscan: 'off' })
const BY_WORDS = setAll({ seqscan: 'off', sort: 'on', indexscan: 'on', indexonlyscan: 'off', bitmapscan: 'on' })

async function tablesOf(client: Client): Promise<readonly Table[]> {
  const { rows } = await client.query<Table>(
    `select oid::integer as oid, relname as name, pg_relation_filepath(oid) as file from pg_class
     where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname`,
  )
  return rows
}

interface Relation {
  readonly name: string
  /** The table it belongs to. */
  readonly tableId: number
  /** Not for long values, which are only reachable through their index. */
  readonly isIndex: boolean
}

async function relationOf(client: Client, file: string): Promise<Relation | null> {
  const { rows } = await client.query<Relation>(
    `select c.oid::regclass::text as name, c.relkind = 'i' and long.oid is null as "isIndex",
       coalesce(long.oid, i.indrelid, c.oid)::integer as "tableId"
     from pg_class c left join pg_index i on i.indexrelid = c.oid
     left join pg_class long on long.reltoastrelid = coalesce(i.indrelid, c.oid)
     where c.relfilenode = substring($1 from '(\\d+)[^/]*$')::oid`,
    [file],
  )
  return rows[0] ?? null
}

/** Rebuilds the indexes of a table. */
export async function rebuildIndexes({ client }: DirectConnection, table: string): Promise<void> {
  await client.query(`reindex table ${quoted(table)}`)
}

/** Reads every value, including all parts of long ones. */
async function countOf(client: Client, table: string): Promise<number> {
  await client.query(BY_TABLE)
  const { rows } = await client.query<{ readonly rows: number; readonly sum: string }>(
    `select count(*)::integer as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as sum from ${quoted(table)} t`,
  )
  return rows[0]?.rows ?? 0
}

async function isReadable(client: Client, table: string, places: readonly string[]): Promise<boolean> {
  await client.query('savepoint reading')
  try {
    await client.query(
      `select sum(hashtextextended(t::text, 0)::numeric) from ${quoted(table)} t where ctid = any ($1::text[]::tid[])`,
      [places],
    )
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error
    return false
  } finally {
    await client.query('rollback to savepoint reading').catch(() => undefined)
  }
}

/** Rows by their key. */
async function knownAs(client: Client, { oid, name }: Table, places: readonly string[]): Promise<readonly string[]> {
  const { rows: keys } = await client.query<{ readonly column: string }>(
    `select attname::text as column from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
     where indrelid = $1 and indisprimary order by attnum`,
    [oid],
  )
  if (keys.length === 0) return places
  const parts = keys.map(({ column }) => `'${column} ' || ${quoted(column)}::text`).join(` || ', ' || `)
  const { rows } = await client.query<{ readonly known: string }>(
    `select ${parts} as known from ${quoted(name)} where ctid = any ($1::text[]::tid[])`,
    [places],
  )
  return rows.map(({ known }) => known)
}

interface Index {
  readonly name: string
  readonly method: string
  /** Results of full-text search. */
  readonly isOfWords: boolean
  /** Columns or expressions. */
  readonly columns: readonly string[]
  /** The same with the sort order of the index. */
  readonly order: readonly string[]
  /** The condition of a partial index; null for all rows. */
  readonly condition: string | null
}

async function indexesOf(client: Client, table: number): Promise<readonly Index[]> {
  const { rows } = await client.query<Index>(
    `select i.indexrelid::regclass::text as name, am.amname::text as method,
       (select opcname = 'tsvector_ops' and am.amname = 'gin' from pg_opclass where oid = i.indclass[0]) as "isOfWords",
       array(select pg_get_indexdef(i.indexrelid, n, true) from generate_series(1, i.indnkeyatts) n) as columns,
       array(
         select pg_get_indexdef(i.indexrelid, n, true)
           || case when i.indoption[n - 1] & 1 = 1 then ' desc' else '' end
           || case when i.indoption[n - 1] & 2 = 2 then ' nulls first' else ' nulls last' end
         from generate_series(1, i.indnkeyatts) n
       ) as "order",
       pg_get_expr(i.indpred, i.indrelid) as condition
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am am on am.oid = c.relam
     where i.indrelid = $1 and i.indisvalid order by 1`,
    [table],
  )
  return rows
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The last words of a crashed engine are about its own implementation only. */
function reasonOf(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error))
  return /Aborted\(|RuntimeError|has stopped|terminated/.test(message) ? 'the database gives up on it' : message
}
