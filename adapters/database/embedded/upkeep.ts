/**
 * The parts of the engine that maintenance needs. Each call runs between client requests, outside of their
 * transactions.
 */
export interface Upkept {
  rows<Row extends object>(sql: string): Promise<readonly Row[]>
  /** Waits until no client has sent anything for the first time given; never longer than the second. */
  quiet(quietMs: number, longestMs: number): Promise<void>
  /** @returns false when it was cancelled */
  run(sql: string, patience: Patience): Promise<boolean>
}
/** When a statement is cancelled. */
export interface Patience {
  readonly limitMs: number
  /** Also as soon as a client sends something. */
  readonly untilAsked: boolean
}

/** The longest time a client may wait for a maintenance statement by day, including its queue. */
const BY_DAY_MS = 40
/** Between two statements, so that waiting clients get a turn. */
const PAUSE_MS = 100
/** By night a statement starts once nobody has sent anything for this long. */
const QUIET_MS = 500
/** A cancelled statement is retried after a pause, which doubles. */
const LONGEST_PAUSE_MS = 60_000
/**
 * Maintenance that found no quiet time by then is done anyway: otherwise the database grows and statistics become
 * outdated.
 */
const NIGHT_MS = 20 * 60_000

interface Need {
  readonly table: string
  /** Columns that are analysed; word lists take longer than all others, and no plan depends on them. */
  readonly columns: string
  readonly mustAnalyze: boolean
  readonly mustVacuum: boolean
  readonly mustVacuumTexts: boolean
}

// The rules of autovacuum. Counters restart with each start, so tables never analysed are due too.
const NEEDS = (few: number, share: number): string => `
  select quote_ident(c.relname) as table,
    (select string_agg(quote_ident(a.attname), ', ') from pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid <> 'tsvector'::regtype) as columns,
    s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
      or (c.reltuples < 0 and pg_relation_size(c.oid) > 0) as "mustAnalyze",
    greatest(s.n_dead_tup, s.n_ins_since_vacuum) > ${few} + ${share} * greatest(c.reltuples, 0) as "mustVacuum",
    coalesce(t.n_dead_tup > ${few} + ${share} * greatest(t.n_live_tup, 0), false) as "mustVacuumTexts"
  from pg_stat_user_tables s
  join pg_class c on c.oid = s.relid
  left join pg_stat_all_tables t on t.relid = c.reltoastrelid
  order by pg_relation_size(c.oid)`

/**
 * Does what a PostgreSQL server does by itself in the background: keeps statistics up to date, and reclaims the space
 * of deleted rows. There is one session, so every statement blocks everybody, and none can be split: an index is
 * cleaned as a whole. By day, a statement that takes too long is cancelled and left for the night; by night, one that
 * somebody has to wait for is cancelled and retried later.
 */
export class Upkeep {
  readonly #engine: Upkept
  readonly #large = new Set<string>()
  readonly #nightMs: number
  #turn: Promise<void> = Promise.resolve()

  constructor(engine: Upkept, nightMs = NIGHT_MS) {
    this.#engine = engine
    this.#nightMs = nightMs
  }

  /** After many writes. */
  byDay(): Promise<void> {
    return this.#next(async () => {
      for (const statement of await this.#due(NEEDS(1_000, 0.2))) {
        if (this.#large.has(statement)) continue
        if (!(await this.#engine.run(statement, { limitMs: BY_DAY_MS, untilAsked: false }))) this.#large.add(statement)
        await pause(PAUSE_MS)
      }
    })
  }

  /** When hardly anybody is active: everything that has changed. */
  byNight(): Promise<void> {
    return this.#next(async () => {
      this.#large.clear()
      const until = performance.now() + this.#nightMs
      for (const statement of await this.#due(NEEDS(0, 0))) {
        await this.#whenQuiet(statement, until)
        await pause(PAUSE_MS)
      }
    })
  }

  async #whenQuiet(statement: string, until: number): Promise<void> {
    for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      await this.#engine.quiet(QUIET_MS, Math.max(0, until - performance.now()))
      const untilAsked = performance.now() < until
      if (await this.#engine.run(statement, { limitMs: Number.POSITIVE_INFINITY, untilAsked })) return
      await pause(Math.min(pauseMs, Math.max(PAUSE_MS, until - performance.now())))
    }
  }

  #next(round: () => Promise<void>): Promise<void> {
    const own = this.#turn.then(round)
    this.#turn = own.catch(() => undefined)
    return own
  }

  async #due(needs: string): Promise<readonly string[]> {
    return (await this.#engine.rows<Need>(needs)).flatMap(statementsOf)
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A table and its TOAST table separately, and ANALYZE last, which then uses the current state. */
const statementsOf = ({ table, columns, mustAnalyze, mustVacuum, mustVacuumTexts }: Need): readonly string[] => [
  ...(mustVacuum ? [`vacuum (truncate off, process_toast off) ${table}`] : []),
  ...(mustVacuumTexts ? [`vacuum (truncate off, process_main off) ${table}`] : []),
  ...(mustAnalyze ? [`analyze ${table} (${columns})`] : []),
]
