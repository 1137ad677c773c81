/** What upkeep needs of the engine. Each call is a turn of its own between those of clients, outside of their transactions. */
export interface Upkept {
  rows<Row extends object>(sql: string): Promise<readonly Row[]>
  /** @returns false when it took longer than so long and was given up */
  run(sql: string, limitMs: number): Promise<boolean>
}

/** Nobody waits longer than this for a statement of upkeep by day, together with what waits already. */
const BY_DAY_MS = 40
/** Between two statements, so that whoever waits gets a turn. */
const PAUSE_MS = 100

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
 * used again. There is one session, so every statement holds up everybody; by day, one that takes too long is given up and
 * left for the night.
 */
export class Upkeep {
  readonly #engine: Upkept
  readonly #large = new Set<string>()
  #turn: Promise<void> = Promise.resolve()

  constructor(engine: Upkept) {
    this.#engine = engine
  }

  /** After many writes. */
  byDay(): Promise<void> {
    return this.#next(() => this.#round(NEEDS(1_000, 0.2), BY_DAY_MS))
  }

  /** When hardly anybody is there: all that has changed, however long a statement takes. */
  byNight(): Promise<void> {
    return this.#next(async () => {
      this.#large.clear()
      await this.#round(NEEDS(0, 0), Number.POSITIVE_INFINITY)
    })
  }

  #next(round: () => Promise<void>): Promise<void> {
    const own = this.#turn.then(round)
    this.#turn = own.catch(() => undefined)
    return own
  }

  async #round(needs: string, limitMs: number): Promise<void> {
    for (const statement of (await this.#engine.rows<Need>(needs)).flatMap(statementsOf)) {
      if (this.#large.has(statement)) continue
      if (!(await this.#engine.run(statement, limitMs))) this.#large.add(statement)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}

/** A table and its long texts each by themselves, and the counts last, which know what is left. */
const statementsOf = ({ table, columns, mustAnalyze, mustVacuum, mustVacuumTexts }: Need): readonly string[] => [
  ...(mustVacuum ? [`vacuum (truncate off, process_toast off) ${table}`] : []),
  ...(mustVacuumTexts ? [`vacuum (truncate off, process_main off) ${table}`] : []),
  ...(mustAnalyze ? [`analyze ${table} (${columns})`] : []),
]
