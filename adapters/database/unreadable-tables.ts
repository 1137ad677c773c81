import { reasonIn } from '../system/reason.ts'
import { integer, orNull } from './column-types.ts'
import { isDamage } from './refusals.ts'
import { statement, type Session, type Statement } from './session.ts'

const LOOKED_EVERY_MS = 10_000
const LONGEST_LOOK_MS = 5_000
/** How many rows of each table are read, from the oldest to the newest. */
const ROWS = 10

/** A table needed by nearly every request, and the column by which its rows are found. */
interface ReadTable {
  readonly name: string
  readonly row: Statement<{ readonly length: number }>
  /** Where to look for rows. */
  readonly places: (session: Session) => Promise<readonly (number | string)[]>
}

/** The result of reading, or the error. */
type Reading<T> = { readonly value: T } | { readonly reason: string }

/** The check must find rows by the index, like requests do: a truncated table just looks shorter. */
const BY_INDEX = 'set local enable_seqscan = off; set local enable_bitmapscan = off'

const TABLES: readonly ReadTable[] = [
  numbered('user'),
  numbered('item'),
  numbered('member'),
  numbered('catalog'),
  numbered('page'),
  named('login', 'token_digest'),
  named('setting', 'section'),
]

function numbered(name: string): ReadTable {
  const last = statement(
    `readable.${name}.last`,
    `select pg_sequence_last_value(pg_get_serial_sequence('"${name}"', 'id')::regclass)::integer as id`,
    { id: orNull(integer) },
  )
  return {
    name,
    // Computing the length of a whole row requires reading all parts of its long values.
    row: statement(
      `readable.${name}`,
      `select length(t::text) as length from "${name}" t where id <= $1 order by id desc limit 1`,
      { length: integer },
    ),
    places: async (session) => {
      const newest = (await session.first(last, []))?.id ?? 0
      return Array.from({ length: ROWS }, (_, at) => Math.ceil((newest * (at + 1)) / ROWS))
    },
  }
}

function named(name: string, key: string): ReadTable {
  return {
    name,
    row: statement(
      `readable.${name}`,
      `select length(t::text) as length from ${name} t where ${key} >= $1 order by ${key} limit 1`,
      { length: integer },
    ),
    places: async () => [...'06AGMSagms'],
  }
}

interface Hearers {
  warn(message: string): void
  nowMs(): number
}

/**
 * Checks whether the tables needed by nearly every request are readable: at the start, after a statement failed in a
 * way that indicates damage, and until an unreadable table is readable again; a few rows of each, at most every ten
 * seconds.
 */
export class UnreadableTables {
  readonly #transaction: <T>(work: (session: Session) => Promise<T>) => Promise<T>
  readonly #hearers: Hearers
  #isSuspected = true
  #lookedAt = -Infinity
  #looking: Promise<void> | null = null
  #unreadable: string | null = null

  constructor(transaction: <T>(work: (session: Session) => Promise<T>) => Promise<T>, hearers: Hearers) {
    this.#transaction = transaction
    this.#hearers = hearers
  }

  /** A statement failed. */
  note(error: unknown): void {
    if (isDamage(error)) this.#isSuspected = true
  }

  /** @throws Error while most of a table is unreadable; a single damaged page does not make the rest unavailable */
  async requireNone(): Promise<void> {
    if (this.#isSuspected || this.#unreadable !== null) await this.#look()
    if (this.#unreadable !== null) throw new Error(`the table ${this.#unreadable} cannot be read`)
  }

  async #look(): Promise<void> {
    const now = this.#hearers.nowMs()
    if (this.#looking === null && now - this.#lookedAt < LOOKED_EVERY_MS) return
    this.#lookedAt = now
    this.#looking ??= this.#lookAtAll().finally(() => (this.#looking = null))
    await this.#looking
  }

  async #lookAtAll(): Promise<void> {
    // Later failures cause another check.
    this.#isSuspected = false
    try {
      this.#tell(await this.#firstUnreadable())
    } catch (error) {
      this.#isSuspected = true
      throw error
    }
  }

  #tell(found: { readonly name: string; readonly reason: string } | null): void {
    const { warn } = this.#hearers
    if (found && found.name !== this.#unreadable)
      warn(
        `most of the table ${found.name} cannot be read (${found.reason}), so /readyz answers 503: stop the server, keep a copy of the database as it is, and look at all of it with \`npm run doctor -- --database\``,
      )
    if (!found && this.#unreadable !== null) warn(`the table ${this.#unreadable} can be read again`)
    this.#unreadable = found?.name ?? null
  }

  async #firstUnreadable(): Promise<{ readonly name: string; readonly reason: string } | null> {
    const until = this.#hearers.nowMs() + LONGEST_LOOK_MS
    for (const table of TABLES) {
      const reason = await this.#whyUnreadable(table, until)
      if (reason !== null) return { name: table.name, reason }
    }
    return null
  }

  /** Null when most of the checked rows are readable. */
  async #whyUnreadable({ places, row }: ReadTable, until: number): Promise<string | null> {
    const where = await this.#read(places)
    if ('reason' in where) return where.reason
    const outcomes: Reading<object | null>[] = []
    for (const place of where.value) {
      if (this.#hearers.nowMs() >= until) break
      outcomes.push(await this.#read((session) => session.first(row, [place])))
    }
    const unread = outcomes.flatMap((outcome) => ('reason' in outcome ? [outcome.reason] : []))
    const read = outcomes.filter((outcome) => 'value' in outcome && outcome.value !== null)
    return unread.length > read.length ? (unread[0] ?? null) : null
  }

  async #read<T>(work: (session: Session) => Promise<T>): Promise<Reading<T>> {
    try {
      return {
        value: await this.#transaction(async (session) => {
          await session.script(BY_INDEX)
          return work(session)
        }),
      }
    } catch (error) {
      if (!isDamage(error)) throw error
      return { reason: reasonIn(error) }
    }
  }
}
