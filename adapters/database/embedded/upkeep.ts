/** What upkeep needs of the engine. Each call is a turn of its own between those of clients, outside of their transactions. */
export interface Upkept {
  rows<Row extends object>(sql: string): Promise<readonly Row[]>
  /** Until no client has asked for so long; never longer than the second time. */
  quiet(quietMs: number, longestMs: number): Promise<void>
  /** @returns false when it was given up */
  run(sql: string, patience: Patience): Promise<boolean>
}
/** When a statement is given up. */
export interface Patience {
  readonly limitMs: number
  /** As soon as a client asks for something, also. */
  readonly untilAsked: boolean
}

/** Nobody waits longer than this for a statement of upkeep by day, together with what waits already. */
const BY_DAY_MS = 40
/** Between two statements, so that whoever waits gets a turn. */
const PAUSE_MS = 100
/** By night a statement begins once nobody has asked for so long. */
const QUIET_MS = 500
/** A statement that was given up begins again after a pause, which doubles. */
const LONGEST_PAUSE_MS = 60_000
/** What found no quiet time until then is done all the same: without it the database grows and plans grow old. */
const NIGHT_MS = 20 * 60_000

interface Need {
  readonly table: string
  /** Those that are looked at; word lists take longer to look at than all others, and no plan goes by them. */
  readonly columns: string
  readonly mustAnalyze: boolean
  readonly mustVacuum: boolean
  readonly mustVacuumTexts: boolean
}

// As autovacuum decides. The counts begin anew with each start, so what was never looked at is due as well.
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
 * What a PostgreSQL server does by itself in the background: plans follow from fresh counts, and the room of deleted rows is
 * used again. There is one session, so every statement holds up everybody, and none can be done in parts: an index is
 * cleaned up as a whole. By day, one that takes too long is given up and left for the night; by night, one that somebody
 * has to wait for is given up and begun again later.
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

  /** When hardly anybody is there: all that has changed. */
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

/** A table and its long texts each by themselves, and the counts last, which know what is left. */
const statementsOf = ({ table, columns, mustAnalyze, mustVacuum, mustVacuumTexts }: Need): readonly string[] => [
  ...(mustVacuum ? [`vacuum (truncate off, process_toast off) ${table}`] : []),
  ...(mustVacuumTexts ? [`vacuum (truncate off, process_main off) ${table}`] : []),
  ...(mustAnalyze ? [`analyze ${table} (${columns})`] : []),
]
