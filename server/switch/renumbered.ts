import type { DatabaseSync } from 'node:sqlite'
import type { CarriedTable } from '#adapters/database/carried-records.ts'
import { LARGEST_ID } from './columns.ts'
import { quoted, type ShowdocDatabase } from './showdoc-database.ts'
import { ownColumn } from './source-ids.ts'

/** The table whose ids a column contains, by column name, which has the same meaning in every table of ShowDoc. */
const OF_COLUMN: Readonly<Record<string, CarriedTable>> = {
  ...{ uid: 'user', author_uid: 'user', member_uid: 'user', del_by_uid: 'user', from_uid: 'user', to_uid: 'user' },
  ...{ item_id: 'item', cat_id: 'catalog', parent_cat_id: 'catalog', page_id: 'page', file_id: 'attachment' },
  ...{ team_id: 'team', page_history_id: 'page_version', item_member_id: 'member', lock_uid: 'user' },
  ...{ created_by: 'user' },
}
/** Columns named `id`, and those with unclear names. */
const OTHER_COLUMNS: readonly (readonly [table: string, column: string, of: CarriedTable])[] = [
  ['team', 'id', 'team'],
  ['team_member', 'id', 'team_member'],
  ['team_item', 'id', 'team_item'],
  ['team_item_member', 'id', 'team_grant'],
]
/** References to missing rows get ids from here on, which nothing here has, in every run the same. */
const GONE = 2_100_000_001
/** Larger ids of missing rows get any of those after these. */
const ROOM = 40_000_000

export type IdsHere = ReadonlyMap<CarriedTable, ReadonlyMap<number, number>>

/**
 * Replaces all ids in the copy of a ShowDoc, except in texts, by those the rows have here. Readers of the copy need no
 * other ids.
 *
 * @param people all accounts of the ShowDoc's own site, where missing people keep their numbers unless somebody has them;
 *   null where numbers mean others
 */
export const renumber = (database: ShowdocDatabase, idsHere: IdsHere, people: readonly number[] | null = null): void =>
  database.change((writable) => {
    writable.exec('create temp table here (kind text, source integer, id integer, primary key (kind, source))')
    const add = writable.prepare('insert into here values (?, ?, ?)')
    for (const [kind, ids] of idsHere) for (const [source, id] of ids) add.run(kind, source, id)
    const columns = columnsIn(database)
    for (const [table, column, of] of columns) noteGone(writable, { table, column, of })
    if (people !== null) keepMissing(writable, people)
    writable
      .prepare('update here set id = ? + case when source <= ? then source else ? + rowid end where id is null')
      .run(GONE, ROOM, ROOM)
    for (const [table, column, of] of columns) replace(writable, { table, column, of })
    replaceObjects(writable, database)
    replaceLists(writable, database, idsHere)
  })

function columnsIn(database: ShowdocDatabase): readonly (readonly [string, string, CarriedTable])[] {
  const named = database.tables.flatMap((table) =>
    database.columnsOf(table).flatMap((column) => {
      const of = Object.hasOwn(OF_COLUMN, column) ? OF_COLUMN[column] : undefined
      return of === undefined ? [] : [[table, column, of] as const]
    }),
  )
  return [...named, ...OTHER_COLUMNS.filter(([table, column]) => database.has(table, column))]
}

interface IdColumn {
  readonly table: string
  readonly column: string
  readonly of: CarriedTable
}

const noteGone = (writable: DatabaseSync, { table, column, of }: IdColumn): void => {
  writable
    .prepare(
      `insert or ignore into here select distinct ?, cast(${quoted(column)} as integer), null from ${quoted(table)}
       where ${isId(quoted(column))}`,
    )
    .run(of)
}

/** What missing people wrote stays theirs as if no number had changed. */
const keepMissing = (writable: DatabaseSync, people: readonly number[]): void => {
  writable
    .prepare(
      `update here set id = source where kind = 'user' and id is null
         and source not in (select value from json_each(?))
         and source not in (select id from here where kind = 'user' and id is not null)`,
    )
    .run(JSON.stringify(people))
}

/** Larger than any number that ShowDoc stores. */
const APART = 4_000_000_000_000_000_000

/** Others are no ids: they stay, and are reported when they are read. */
const isId = (column: string): string => `cast(${column} as integer) between 1 and ${LARGEST_ID}`

/** A row whose own id is none, such as 1.5 or one that an earlier row has, is not the row with the number it begins with. */
const isNumber = (column: string): string => `cast(cast(${column} as integer) as text) = cast(${column} as text)`

/** In two steps, because ids must be unique in between. Some columns have the same names as those of `here`. */
function replace(writable: DatabaseSync, { table, column, of }: IdColumn): void {
  const [name, id] = [quoted(table), quoted(column)]
  const [ownTable, ownId] = ownColumn(of)
  const isMeant = table === ownTable && column === ownId ? `${isId(id)} and ${isNumber(id)}` : isId(id)
  writable
    .prepare(
      `update ${name} set ${id} = ${APART} + (select id from here where kind = ? and source = cast(${name}.${id} as integer))
       where ${isMeant}`,
    )
    .run(of)
  // Cast, because texts are larger than all numbers.
  const value = `cast(${id} as integer)`
  writable.exec(
    `update ${name} set ${id} = ${value} - ${APART} where ${value} between ${APART} + 1 and ${APART} + ${LARGEST_ID}`,
  )
}

/** Subscriptions and notices refer to a page as their object. */
function replaceObjects(writable: DatabaseSync, database: ShowdocDatabase): void {
  for (const table of ['subscription', 'message_content'])
    if (database.has(table, 'object_id', 'object_type'))
      writable.exec(
        `update ${table} set object_id = coalesce((select id from here where kind = 'page'
           and source = cast(object_id as integer)), 0) where object_type = 'page'`,
      )
}

/** Lists of ids separated by commas, and the JSON with somebody's order of items. */
const LISTS: readonly (readonly [table: string, column: string, of: CarriedTable])[] = [
  ['item_member', 'cat_ids', 'catalog'],
  ['team_item_member', 'cat_ids', 'catalog'],
  ['item_group', 'item_ids', 'item'],
  ['item_sort', 'item_sort_data', 'item'],
]

function replaceLists(writable: DatabaseSync, database: ShowdocDatabase, idsHere: IdsHere): void {
  for (const [table, column, of] of LISTS) {
    if (!database.has(table, column)) continue
    const ids = idsHere.get(of) ?? new Map<number, number>()
    const name = `here_${table}`
    writable.function(name, { deterministic: true }, (value) =>
      typeof value === 'string' || typeof value === 'number' ? renumberedList(String(value), ids) : null,
    )
    writable.exec(
      `update ${quoted(table)} set ${quoted(column)} = ${name}(${quoted(column)}) where ${quoted(column)} is not null`,
    )
  }
}

/** In JSON the ids are the keys, and the numbers are positions. */
const renumberedList = (list: string, ids: ReadonlyMap<number, number>): string =>
  list.includes('{')
    ? list.replaceAll(/"(\d{1,10})"\s*:/g, (_, id: string) => `"${ids.get(Number(id)) ?? GONE}":`)
    : list.replaceAll(/\d+/g, (id) => (Number(id) === 0 ? id : String(ids.get(Number(id)) ?? GONE)))

/** Whether all rows have the same ids here. */
export const areSame = (idsHere: IdsHere): boolean =>
  [...idsHere.values()].every((ids) => [...ids].every(([source, id]) => source === id))

/** The id in ShowDoc of a row with an id here, for people who look it up there. */
export function idsThereOf(idsHere: IdsHere): (table: string, id: number) => number | null {
  const there = new Map(
    [...idsHere].map(([kind, ids]) => [ownColumn(kind)[0], new Map([...ids].map(([source, id]) => [id, source]))]),
  )
  return (table, id) => there.get(table)?.get(id) ?? null
}
