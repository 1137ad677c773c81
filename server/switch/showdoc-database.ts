import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import type { z } from 'zod'
import { isNothing, LARGEST_ID, timeColumn } from './columns.ts'
import type { ReasonCode, ReasonValues } from './reasons.ts'

/** A row without a usable id. */
export interface UnreadableRow {
  readonly table: string
  readonly reason: ReasonCode
  readonly values: ReasonValues
}

/** A row of which a part cannot be stored unchanged. */
export interface MendedRow extends UnreadableRow {
  readonly id: number
}

/** A row as ShowDoc stores it, by column. */
export type StoredRow = Readonly<Record<string, string | number | null>>

/**
 * The tables of a ShowDoc of any version: missing tables and columns are treated as empty, and capitals in their names as
 * small letters, as SQLite does.
 */
export class ShowdocDatabase {
  // By table and row, because some tables are read more than once.
  readonly #unreadable = new Map<string, UnreadableRow>()
  readonly #mended = new Map<string, MendedRow>()
  readonly file: string
  readonly #database: DatabaseSync
  readonly #columns: ReadonlyMap<string, ReadonlySet<string>>

  /** @throws Error when the file is not an SQLite database, or a damaged one */
  constructor(file: string) {
    this.file = file
    this.#database = new DatabaseSync(file, { readOnly: true })
    try {
      this.#columns = new Map(this.#names().map((name) => [name, this.#columnNames(name)]))
    } catch (error) {
      this.#database.close()
      throw error
    }
  }

  /** Whether rows of the table cannot be read, so that what it does not show may be there. */
  hasUnreadable(table: string): boolean {
    return this.unreadable.some((row) => row.table === table)
  }

  get unreadable(): readonly UnreadableRow[] {
    return [...this.#unreadable.values()]
  }

  /** Of the rows read so far. */
  get mended(): readonly MendedRow[] {
    return [...this.#mended.values()]
  }

  /** In alphabetical order, without SQLite's own tables. */
  get tables(): readonly string[] {
    return [...this.#columns.keys()]
  }

  columnsOf(table: string): readonly string[] {
    return [...(this.#columns.get(table) ?? [])]
  }

  has(table: string, ...columns: readonly string[]): boolean {
    const there = this.#columns.get(table)
    return there !== undefined && columns.every((column) => there.has(column))
  }

  /** Whether the table is there, and all of its rows can be read. */
  isWhole(table: string): boolean {
    return this.has(table) && !this.hasUnreadable(table)
  }

  count(table: string): number {
    if (!this.has(table)) return 0
    const row = this.#database.prepare(`select count(*) as rows from ${quoted(table)}`).get()
    return Number(row?.['rows'] ?? 0)
  }

  /** Whether a query finds anything. */
  hasRows(text: string): boolean {
    return this.#database.prepare(text).get() !== undefined
  }

  /** A setting of the site; null when it is missing. */
  option(name: string): string | null {
    if (!this.has('options', 'option_name', 'option_value')) return null
    const text = 'select cast(option_value as text) as value from options where option_name = ?'
    const value = this.#database.prepare(text).get(name)?.['value']
    return typeof value === 'string' ? value : null
  }

  /** The valid ids in a column, ascending, without duplicates. */
  ids(table: string, column: string): readonly number[] {
    if (!this.has(table, column)) return []
    const value = quoted(column)
    const text = `select distinct cast(${value} as integer) as id from ${quoted(table)}
      where cast(cast(${value} as integer) as text) = cast(${value} as text)
        and cast(${value} as integer) between 1 and ${LARGEST_ID} order by 1`
    return this.#database
      .prepare(text)
      .all()
      .map(({ id }) => Number(id))
  }

  /** The times in a column in seconds, by the ids in another one; rows without both are left out. */
  timesBy(table: string, key: string, column: string): ReadonlyMap<number, number> {
    const text = `select cast(${quoted(key)} as integer) as id, cast(${quoted(column)} as text) as time
      from ${quoted(table)} where cast(${quoted(key)} as integer) between 1 and ${LARGEST_ID}`
    const times = new Map<number, number>()
    for (const { id, time } of this.#database.prepare(text).iterate()) {
      const read = timeColumn.parse(time)
      if (read !== null) times.set(Number(id), Math.floor(read.getTime() / 1_000))
    }
    return times
  }

  /** A text for each item that stays the same whatever people change. */
  marksOfItems(): readonly string[] {
    const time = this.has('item', 'addtime') ? `coalesce(cast(addtime as text), '')` : `''`
    const text = `select cast(item_id as text) || ' ' || ${time} as mark from item order by item_id`
    return this.#database
      .prepare(text)
      .all()
      .map(({ mark }) => String(mark).replaceAll('\0', ''))
  }

  /** Rows as they are stored, by column; read again for each iteration. */
  stored(text: string, values: readonly (string | number)[] = []): Iterable<StoredRow> {
    const database = this.#database
    return {
      *[Symbol.iterator]() {
        const statement = database.prepare(text)
        statement.setReadBigInts(true)
        for (const row of statement.iterate(...values))
          yield Object.fromEntries(Object.entries(row).map(([name, value]) => [inSmallLetters(name), inJson(value)]))
      },
    }
  }

  /** Lets the callback write to the database, which is a private copy. */
  change<T>(work: (database: DatabaseSync) => T): T {
    const database = new DatabaseSync(this.file)
    try {
      database.exec('pragma synchronous = off; begin')
      // Those of the ShowDoc would change more than what is asked for.
      for (const name of triggersIn(database)) database.exec(`drop trigger ${quoted(name)}`)
      const done = work(database)
      database.exec('commit')
      return done
    } finally {
      database.close()
    }
  }

  /** The largest number up to this one in a column of ids; 0 without any. */
  largest(table: string, column: string, most: number): number {
    if (!this.has(table, column)) return 0
    const value = `cast(${quoted(column)} as integer)`
    const text = `select max(${value}) as largest from ${quoted(table)} where ${value} <= ?`
    return Number(this.#database.prepare(text).get(most)?.['largest'] ?? 0)
  }

  /**
   * The largest id a table has assigned automatically, including deleted rows; 0 when SQLite does not record it, or
   * more than this.
   */
  largestGiven(table: string, most: number): number {
    const counts = this.#database.prepare(`select 1 from sqlite_master where name = 'sqlite_sequence'`).get()
    if (!counts) return 0
    const text =
      'select max(cast(seq as integer)) as largest from sqlite_sequence where lower(name) = ? and cast(seq as integer) <= ?'
    return Number(this.#database.prepare(text).get(table, most)?.['largest'] ?? 0)
  }

  /**
   * A checksum that is equal for databases whose tables have the same content.
   * @param passing columns that change when people only read
   */
  sumOf(tables: readonly string[], passing: ReadonlySet<string>): string {
    const sum = createHash('sha256')
    for (const table of tables) {
      const columns = [...(this.#columns.get(table) ?? [])].filter((column) => !passing.has(column))
      const list = columns.map((column) => `quote(${quoted(column)}) as ${quoted(column)}`).join(', ')
      sum.update(`${JSON.stringify([table, columns])}\n`)
      if (columns.length === 0) continue
      for (const row of this.#database.prepare(`select ${list} from ${quoted(table)} order by rowid`).iterate())
        sum.update(`${JSON.stringify(Object.values(row))}\n`)
    }
    return sum.digest('hex')
  }

  /** SQLite's messages about a damaged file; empty for an intact one. */
  damages(): readonly string[] {
    const rows = this.#database.prepare('pragma quick_check(20)').all()
    // Every ShowDoc has unused pages in its file.
    const lines = rows.flatMap((row) => String(Object.values(row)[0]).split('\n'))
    return lines.filter((line) => line !== 'ok' && !isNoDamage(line))
  }

  /**
   * The rows of a table, sorted by that column, one by one. Unreadable rows are reported and skipped; characters that
   * no database can store are reported and removed.
   * @param where a condition; its columns must exist
   */
  *rows<Shape extends z.ZodRawShape>(
    table: string,
    columns: z.ZodObject<Shape>,
    { by, where, values = [] }: { readonly by: string; readonly where?: string; readonly values?: readonly number[] },
  ): Generator<z.output<z.ZodObject<Shape>>> {
    const there = this.#columns.get(table)
    if (!there?.has(by)) return
    const wanted = Object.keys(columns.shape).filter((column) => there.has(column))
    const asTexts = wanted.map((column) => `cast(${quoted(column)} as text) as ${quoted(column)}`)
    const list = [...asTexts, `cast(stored.rowid as text) as ${quoted(ROW)}`].join(', ')
    const condition = where === undefined ? '' : `where ${where}`
    // Sorted by the stored column: its alias is a text, where 10 comes before 9.
    const text = `select ${list} from ${quoted(table)} as stored ${condition} order by stored.${quoted(by)}`
    for (const row of this.#database.prepare(text).iterate(...values)) {
      // Of a row that says no number, SQLite's own one.
      const place = { table, row: String(row[ROW]), id: Number(row[by]) || Number(row[ROW]) }
      const texts = wanted.map(
        (column) => [column, this.#kept(row[column] as string | null, { ...place, column })] as const,
      )
      const read = columns.safeParse(Object.fromEntries(texts))
      if (read.success) {
        this.#tellUnfit(texts, read.data, place)
        yield read.data
      } else this.#unreadable.set(`${table} ${place.row}`, { table, ...reasonFor(read.error, row[by]) })
    }
  }

  /** The part of a text that can be stored; what is removed is reported. */
  #kept(text: string | null, place: Place): string | null {
    if (text === null) return null
    if (text.includes(REPLACED) && !this.#isUtf8(place)) this.#mend(place, 'notUtf8')
    if (!text.includes('\0')) return text
    this.#mend(place, 'zerosLeftOut')
    return text.replaceAll('\0', '')
  }

  /** Reports numbers and times of which nothing can be made, such as those before 1970. */
  #tellUnfit(
    texts: readonly (readonly [string, string | null])[],
    read: Readonly<Record<string, unknown>>,
    place: Omit<Place, 'column'>,
  ): void {
    for (const [column, text] of texts)
      if (read[column] === null && text !== null && !isNothing(text))
        this.#mend({ ...place, column }, 'valueUnfit', { value: text.slice(0, MOST_TOLD) })
  }

  /** Reports of a text what cannot be seen any more once it was written back. */
  tellDoubt({ table, id, column }: Omit<Place, 'row'>, reason: ReasonCode): void {
    this.#mend({ table, row: String(id), id, column }, reason)
  }

  #mend({ table, row, id, column }: Place, reason: ReasonCode, values: ReasonValues = {}): void {
    this.#mended.set([table, row, column, reason].join(' '), { table, id, reason, values: { column, ...values } })
  }

  #isUtf8({ table, row, column }: Place): boolean {
    const text = `select cast(${quoted(column)} as blob) as bytes from ${quoted(table)} where rowid = cast(? as integer)`
    const bytes = this.#database.prepare(text).get(row)?.['bytes']
    return bytes instanceof Uint8Array && isUtf8(bytes)
  }

  close(): void {
    this.#database.close()
  }

  #names(): readonly string[] {
    const rows = this.#database
      .prepare(
        `select lower(name) as name from sqlite_master where type = 'table' and name not like 'sqlite~_%' escape '~' order by 1`,
      )
      .all()
    return rows.map(({ name }) => String(name))
  }

  #columnNames(table: string): ReadonlySet<string> {
    const rows = this.#database.prepare('select lower(name) as name from pragma_table_info(?)').all(table)
    return new Set(rows.map(({ name }) => String(name)))
  }
}

/** The location of a text. */
interface Place {
  readonly table: string
  /** SQLite's own id of the row. */
  readonly row: string
  readonly id: number
  readonly column: string
}

/** Bytes become base64, and a number that JavaScript cannot represent a text. */
function inJson(value: SQLOutputValue): string | number | null {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (typeof value !== 'bigint') return value
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value)
}

/** Signs of a value that are shown. */
export const MOST_TOLD = 40

/** Not the name of any column of ShowDoc. */
const ROW = '<row>'
/** Replaces invalid bytes. */
const REPLACED = '\uFFFD'

/** The capitals that SQLite takes for small letters, and no others. */
const inSmallLetters = (name: string): string => name.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** A heading, or a message about an unused page. */
const isNoDamage = (line: string): boolean => /never used$|^\*\*\* in database /.test(line)

/** A quoted SQLite identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Follows an id that an earlier row has, in the copy. */
export const REPEATED = ' again'

/** Only ids can be unusable. */
function reasonFor({ issues }: z.ZodError, id: unknown): Pick<UnreadableRow, 'reason' | 'values'> {
  if (typeof id === 'string' && id.endsWith(REPEATED))
    return { reason: 'idRepeated', values: { id: id.slice(0, -REPEATED.length) } }
  return { reason: 'noNumber', values: { column: issues.map(({ path }) => path.join('.')).join(', ') } }
}

const triggersIn = (database: DatabaseSync): readonly string[] =>
  database
    .prepare("select name from sqlite_master where type = 'trigger'")
    .all()
    .map(({ name }) => String(name))
