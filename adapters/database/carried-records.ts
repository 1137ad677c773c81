import { integer, notNull, orNull, text, type RowOf } from './column-types.ts'
import { statement, type Session, type Statement } from './session.ts'

/** Tables in which imported rows keep their ids from another system. */
export const CARRIED_TABLES = [
  ...(['user', 'item', 'catalog', 'page', 'page_version', 'member', 'attachment'] as const),
  ...(['team', 'team_member', 'team_item', 'team_grant'] as const),
] as const
export type CarriedTable = (typeof CARRIED_TABLES)[number]

/** The record of one row from another system, possibly not imported yet but with its id here assigned. */
export interface CarriedRecord {
  readonly sourceId: number
  readonly id: number
  /** Checksum of the imported row; null before the import. */
  readonly sourceSum: string | null
  /** Whether it exists, unchanged or changed since the import. */
  readonly here: 'asItCame' | 'changed' | 'gone'
  /** What it belongs to here, as ids with blanks between them; null for a table that is not asked for it. */
  readonly place: string | null
}

/** Which rows were imported from which system, and their ids here. Systems are identified by a number. */
export interface CarriedRecords {
  /**
   * Creates a record with an id for every row that has none: the original id if all ids given here so far are smaller,
   * else a new one. The ids keep the order of versions. Other transactions may be given ids meanwhile.
   * @param sourceIds ascending
   */
  assign(table: CarriedTable, sourceIds: readonly number[], options: Assigning): Promise<void>
  /** Gives rows new ids, as if they had not been imported: the records of those with their former ids are lost. */
  assignAnew(table: CarriedTable, sourceIds: readonly number[]): Promise<void>
  /** By original id. Whether rows have changed since is checked only on request. */
  of(table: CarriedTable, options?: { readonly isCompared: boolean }): Promise<readonly CarriedRecord[]>
  /** Records of the rows with these ids here, compared, and locked until the end of the transaction. */
  held(table: CarriedTable, ids: readonly number[]): Promise<readonly CarriedRecord[]>
  /** Marks these rows as imported. @param sums by ids here */
  note(table: CarriedTable, sums: ReadonlyMap<number, string>): Promise<void>
  /** The same for things without an id here. */
  noteOther(kind: string, sums: ReadonlyMap<number, string>): Promise<void>
  /** Checksums of such things by original id. */
  others(kind: string): Promise<ReadonlyMap<number, string>>
}

interface Assigning {
  /** Whether no id has been assigned in this table, and nobody else assigns any. */
  readonly isFresh: boolean
  /** Reserves all ids up to this one. */
  readonly largest: number
  /** Ids of existing rows that imported rows were matched with, by original id. */
  readonly known?: ReadonlyMap<number, number>
}

/** Columns that people can change, directly or indirectly; automatic changes are ignored. */
const KEPT: Readonly<Record<CarriedTable, string>> = {
  user: 'username, name, email, is_admin',
  item: 'name, description, domain, type, owner_id, visit_password_digest, is_members_only, is_archived',
  catalog: 'item_id, parent_id, name, level, sort_order',
  page: 'item_id, catalog_id, title, content, sort_order, revision, deleted_at is null',
  page_version: 'id',
  member: 'role, catalog_id',
  attachment: 'display_name',
  team: 'name, owner_id',
  team_member: 'role',
  team_item: 'id',
  team_grant: 'role, catalog_id',
}

/** Of an item in the recycle bin, the one that it gets back. */
const DOMAIN = `case when t.domain is null then (select b.domain from recycled_item b where b.item_id = t.id)
  else t.domain end`

/** Other systems give the number of a deleted row to the next one, which may be of somebody else. */
const PLACE: Partial<Readonly<Record<CarriedTable, readonly string[]>>> = {
  catalog: ['item_id'],
  page: ['item_id'],
  member: ['item_id', 'user_id'],
  team_member: ['team_id', 'user_id'],
  team_item: ['team_id', 'item_id'],
  team_grant: ['team_id', 'item_id', 'user_id'],
}

const RECORD = { sourceId: integer, id: integer, sourceSum: orNull(text), here: text, place: orNull(text) }

interface OfTable {
  readonly next: Statement<{ readonly next: number }>
  readonly assign: Statement<object>
  readonly assignAnew: Statement<object>
  readonly found: Statement<RowOf<typeof RECORD>>
  readonly compared: Statement<RowOf<typeof RECORD>>
  readonly hold: Statement<object>
  readonly held: Statement<RowOf<typeof RECORD>>
  readonly note: Statement<object>
}

const recordsOf = (table: CarriedTable, here: string): string =>
  `select r.source_id as "sourceId", r.id, r.source_sum as "sourceSum", ${here} as here,
     ${(PLACE[table] ?? []).map((column) => `t.${column}::text`).join(` || ' ' || `) || 'null::text'} as place
   from carried_row r left join "${table}" t on t.id = r.id where r.source = $1 and r.kind = '${table}'`

function statementsOf(table: CarriedTable): OfTable {
  const columns = KEPT[table]
    .split(', ')
    .map((column) => (table === 'item' && column === 'domain' ? DOMAIN : `t.${column}`))
    .join(', ')
  const sum = `md5(row(${columns})::text)`
  const compared = recordsOf(
    table,
    `case when t.id is null then 'gone' when r.here_sum = ${sum} then 'asItCame' else 'changed' end`,
  )
  return {
    next: statement(
      `carried.next.${table}`,
      `select nextval(pg_get_serial_sequence('"${table}"', 'id'))::integer as next`,
      { next: integer },
    ),
    assign: statement(
      `carried.assign.${table}`,
      `insert into carried_row (source, kind, source_id, id)
       select $1, '${table}', n.source_id, n.id from unnest($2::integer[], $3::integer[]) n (source_id, id)`,
    ),
    assignAnew: statement(
      `carried.assignAnew.${table}`,
      `update carried_row r set id = n.id, source_sum = null, here_sum = null
       from unnest($2::integer[], $3::integer[]) n (source_id, id)
       where r.source = $1 and r.kind = '${table}' and r.source_id = n.source_id`,
    ),
    found: statement(
      `carried.records.${table}`,
      recordsOf(table, `case when t.id is null then 'gone' else 'asItCame' end`),
      RECORD,
    ),
    compared: statement(`carried.compared.${table}`, compared, RECORD),
    hold: statement(
      `carried.hold.${table}`,
      `select from "${table}" where id = any($1::integer[]) order by id for update`,
    ),
    held: statement(`carried.held.${table}`, `${compared} and r.id = any($2::integer[]) and r.id <> 0`, RECORD),
    // The index by ids here does not contain rows without one.
    note: statement(
      `carried.note.${table}`,
      `update carried_row r set source_sum = n.sum, here_sum = (select ${sum} from "${table}" t where t.id = r.id)
       from unnest($2::integer[], $3::text[]) n (id, sum)
       where r.source = $1 and r.kind = '${table}' and r.id = n.id and r.id <> 0`,
    ),
  }
}

const STATEMENTS = Object.fromEntries(CARRIED_TABLES.map((table) => [table, statementsOf(table)])) as Readonly<
  Record<CarriedTable, OfTable>
>
/**
 * Without statistics PostgreSQL takes a table that was just filled for an empty one, and scans it completely for each
 * row.
 */
const learn = statement('carried.learn', 'analyze carried_row')
const newIds = statement(
  'carried.newIds',
  `with given as materialized (
     select nextval(pg_get_serial_sequence($1::text, 'id'))::integer as id from generate_series(1, $2::integer)
   ) select id from given order by id`,
  { id: integer },
)
// Ids that other transactions draw meanwhile are not among them. Setting the sequence could give an id twice.
const drawn = statement(
  'carried.drawn',
  `with given as materialized (
     select nextval(pg_get_serial_sequence($1::text, 'id'))::integer as id from generate_series(1, $2::integer)
   ) select id from given where id = any($3::integer[])`,
  { id: integer },
)
const keepFree = statement(
  'carried.keepFree',
  `select setval(pg_get_serial_sequence($1::text, 'id'),
     greatest(nextval(pg_get_serial_sequence($1::text, 'id')), $2::bigint))::text as last`,
  { last: text },
)
const noteOther = statement(
  'carried.noteOther',
  `insert into carried_row (source, kind, source_id, id, source_sum)
   select $1, $2, n.source_id, 0, n.sum from unnest($3::integer[], $4::text[]) n (source_id, sum)
   on conflict (source, kind, source_id) do update set source_sum = excluded.source_sum`,
)
const others = statement(
  'carried.others',
  `select source_id as "sourceId", source_sum as sum from carried_row
   where source = $1 and kind = $2 and source_sum is not null`,
  { sourceId: integer, sum: notNull(text) },
)
const hereOf = statement(
  'carried.hereOf',
  `select id from carried_row where kind = $1 and source_id = $2 and id <> 0 order by source limit 1`,
  { id: integer },
)

/** Rows per statement. */
const AT_ONCE = 5_000
/** The most ids that are drawn to keep the original ones; rows with larger ids get new ones. */
const MOST_DRAWN = 1_000_000

interface OwnIds {
  readonly table: CarriedTable
  readonly fresh: readonly number[]
  readonly isFresh: boolean
  readonly largest: number
}

/** Those of the ids that are free and reserved by this call. Unused ids are skipped for good, which is harmless. */
async function ownIds(session: Session, { table, fresh, isFresh, largest }: OwnIds): Promise<ReadonlySet<number>> {
  const next = (await session.first(STATEMENTS[table].next, []))?.next ?? 1
  if (isFresh) {
    await session.first(keepFree, [`"${table}"`, Math.max(largest, next)])
    return new Set(fresh.filter((id) => id <= largest))
  }
  if (next > largest || largest - next > MOST_DRAWN) return new Set()
  const given = await session.all(drawn, [`"${table}"`, largest - next, fresh])
  return new Set([next, ...given.map(({ id }) => id)])
}

const asRecords = (rows: readonly RowOf<typeof RECORD>[]): readonly CarriedRecord[] =>
  rows.map((row) => ({ ...row, here: STATES.find((state) => state === row.here) ?? 'changed' }))
/** One text each, not one for every row. */
const STATES = ['asItCame', 'gone', 'changed'] as const satisfies readonly CarriedRecord['here'][]

export const carriedRecordsOn = (session: Session, source: number): CarriedRecords => ({
  async assign(table, sourceIds, { isFresh, largest, known = new Map() }) {
    const there = new Set((await session.all(STATEMENTS[table].found, [source])).map(({ sourceId }) => sourceId))
    const fresh = sourceIds.filter((id) => !there.has(id))
    if (fresh.length === 0) return
    const own = await ownIds(session, { table, fresh, isFresh, largest })
    const areAllFree = fresh.every((id) => own.has(id))
    const isFree = (id: number): boolean => (table === 'page_version' ? areAllFree : own.has(id))
    const renumbered = fresh.filter((id) => !known.has(id) && !isFree(id))
    const given = await session.all(newIds, [`"${table}"`, renumbered.length])
    const ids = new Map(renumbered.map((id, at) => [id, given[at]?.id ?? id]))
    const idHere = (id: number): number => known.get(id) ?? ids.get(id) ?? id
    for (let at = 0; at < fresh.length; at += AT_ONCE) {
      const some = fresh.slice(at, at + AT_ONCE)
      await session.run(STATEMENTS[table].assign, [source, some, some.map(idHere)])
    }
    if (fresh.length > 0) await session.run(learn, [])
  },
  async assignAnew(table, sourceIds) {
    const given = await session.all(newIds, [`"${table}"`, sourceIds.length])
    await session.run(STATEMENTS[table].assignAnew, [source, sourceIds, given.map(({ id }) => id)])
  },
  async of(table, { isCompared } = { isCompared: false }) {
    return asRecords(await session.all(STATEMENTS[table][isCompared ? 'compared' : 'found'], [source]))
  },
  async held(table, ids) {
    await session.run(STATEMENTS[table].hold, [ids])
    return asRecords(await session.all(STATEMENTS[table].held, [source, ids]))
  },
  note: (table, sums) => eachOf(sums, (ids, of) => session.run(STATEMENTS[table].note, [source, ids, of])),
  noteOther: (kind, sums) => eachOf(sums, (ids, of) => session.run(noteOther, [source, kind, ids, of])),
  async others(kind) {
    return new Map((await session.all(others, [source, kind])).map(({ sourceId, sum }) => [sourceId, sum]))
  },
})

/** The id here of a row of another system; null when unknown. */
export const idHereOf = async (session: Session, table: CarriedTable, sourceId: number): Promise<number | null> =>
  (await session.first(hereOf, [table, sourceId]))?.id ?? null

async function eachOf(
  sums: ReadonlyMap<number, string>,
  write: (ids: readonly number[], sums: readonly string[]) => Promise<unknown>,
): Promise<void> {
  const entries = [...sums]
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const some = entries.slice(at, at + AT_ONCE)
    await write(
      some.map(([id]) => id),
      some.map(([, sum]) => sum),
    )
  }
}
