import { CARRIED_TABLES, type CarriedTable } from '#adapters/database/carried-records.ts'
import { copyAge, type CopyAge } from './copy-age.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'
import { itemsIn, liveFirst } from './items.ts'
import { usersIn } from './users.ts'

type Column = readonly [table: string, column: string]

/**
 * The columns that contain ids of each table, its own first. Ids of rows that were left behind, or were already missing
 * in ShowDoc, are not assigned again, because remaining references to them would point to something else.
 */
const ID_COLUMNS: Readonly<Record<CarriedTable, readonly [Column, ...Column[]]>> = {
  user: [
    ['user', 'uid'],
    ['item', 'uid'],
    ['item_member', 'uid'],
    ['upload_file', 'uid'],
    ['page', 'author_uid'],
    ['page_history', 'author_uid'],
    ['recycle', 'del_by_uid'],
    ['team', 'uid'],
    ['team_member', 'member_uid'],
    ['team_item_member', 'member_uid'],
  ],
  item: [
    ['item', 'item_id'],
    ['page', 'item_id'],
    ['catalog', 'item_id'],
    ['item_member', 'item_id'],
    ['team_item', 'item_id'],
  ],
  catalog: [
    ['catalog', 'cat_id'],
    ['page', 'cat_id'],
    ['page_history', 'cat_id'],
  ],
  page: [
    ['page', 'page_id'],
    ['page_history', 'page_id'],
    ['recycle', 'page_id'],
    ['single_page', 'page_id'],
    ['upload_file', 'page_id'],
    ['file_page', 'page_id'],
  ],
  page_version: [['page_history', 'page_history_id']],
  member: [['item_member', 'item_member_id']],
  attachment: [
    ['upload_file', 'file_id'],
    ['file_page', 'file_id'],
  ],
  team: [
    ['team', 'id'],
    ['team_item', 'team_id'],
    ['team_member', 'team_id'],
  ],
  team_member: [['team_member', 'id']],
  team_item: [['team_item', 'id']],
  team_grant: [['team_item_member', 'id']],
}
/** Rows with larger ids get new ones here: if they kept them, no room would be left for rows created here. */
const LARGEST = 2_000_000_000

/** The ShowDoc table of such rows, and the column of their ids. */
export const ownColumn = (table: CarriedTable): Column => ID_COLUMNS[table][0]

/** The ids in a ShowDoc, of all its items. */
export interface SourceIds {
  /** Ascending. */
  readonly of: Readonly<Record<CarriedTable, readonly number[]>>
  /** Ids up to these are not assigned to anything else. */
  readonly largest: Readonly<Record<CarriedTable, number>>
  /** Texts for its items, by which the same ShowDoc is recognised when it has changed. */
  readonly marks: readonly string[]
  /** As they are written there, by the ids of the accounts. */
  readonly usernames: ReadonlyMap<number, string>
  /** The items that it finds by their domains, in lower case. */
  readonly domains: ReadonlyMap<string, number>
  readonly age: CopyAge
}

export const sourceIdsIn = (database: ShowdocDatabase): SourceIds => ({
  of: byTable((table) => database.ids(...ownColumn(table))),
  largest: byTable((table) => largestOf(database, table)),
  marks: database.marksOfItems(),
  usernames: new Map(usersIn(database).map(({ id, username }) => [id, username])),
  domains: new Map(
    liveFirst(itemsIn(database))
      .toReversed()
      .map(({ id, domain }) => [domain.toLowerCase(), id]),
  ),
  age: copyAge(database),
})

const byTable = <T>(of: (table: CarriedTable) => T): Readonly<Record<CarriedTable, T>> =>
  Object.fromEntries(CARRIED_TABLES.map((table) => [table, of(table)])) as Record<CarriedTable, T>

function largestOf(database: ShowdocDatabase, table: CarriedTable): number {
  const ids = ID_COLUMNS[table].map((column) => database.largest(...column, LARGEST))
  return Math.max(1, database.largestGiven(ownColumn(table)[0], LARGEST), ...ids)
}
