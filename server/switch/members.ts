import { z } from 'zod'
import {
  idColumn,
  idListColumn,
  limitColumn,
  numberColumn,
  numberColumnSince,
  rawColumn,
  timeColumn,
} from './columns.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

/** Somebody's right in an item. */
export interface ShowdocRight {
  readonly itemId: number
  readonly userId: number
  /** 0 reads, 1 edits, 2 manages. */
  readonly role: number
  /** The catalogs it is limited to; null for the whole item. */
  readonly catalogIds: readonly number[] | null
  readonly addedAt: Date | null
}

export interface ShowdocMember extends ShowdocRight {
  readonly id: number
}

const EDITS = 1
const LIMIT_COLUMNS = {
  // In the first versions every member could edit.
  member_group_id: numberColumnSince(EDITS),
  cat_id: limitColumn,
  cat_ids: idListColumn,
  addtime: timeColumn,
}

const MemberColumns = z.object({
  item_member_id: idColumn,
  item_id: idColumn,
  uid: idColumn,
  ...LIMIT_COLUMNS,
})

export const membersIn = (database: ShowdocDatabase): readonly ShowdocMember[] =>
  Array.from(database.rows('item_member', MemberColumns, { by: 'item_member_id' }), (row) => ({
    id: row.item_member_id,
    itemId: row.item_id,
    userId: row.uid,
    ...rightOf(row),
  }))

type LimitRow = z.output<z.ZodObject<typeof LIMIT_COLUMNS>>

/** Since 3.x several catalogs are stored in a list, besides the single one. */
const rightOf = (row: LimitRow): Pick<ShowdocRight, 'role' | 'catalogIds' | 'addedAt'> => {
  const catalogIds = row.cat_ids ?? row.cat_id
  return { role: row.member_group_id, catalogIds, addedAt: row.addtime }
}

/** The right of a team member in an item of the team. */
export interface ShowdocTeamRight extends ShowdocRight {
  readonly id: number
  readonly teamId: number
}

const TeamRightColumns = z.object({
  id: idColumn,
  team_id: idColumn,
  item_id: idColumn,
  member_uid: idColumn,
  ...LIMIT_COLUMNS,
})

export const teamRightsIn = (database: ShowdocDatabase): readonly ShowdocTeamRight[] =>
  Array.from(database.rows('team_item_member', TeamRightColumns, { by: 'id' }), (row) => ({
    id: row.id,
    teamId: row.team_id,
    itemId: row.item_id,
    userId: row.member_uid,
    ...rightOf(row),
  }))

/** The catalogs of a right whose own number, item or person is none that can be read. */
export type UnreadableRight = Pick<ShowdocRight, 'itemId' | 'userId' | 'catalogIds'>

const UnreadColumns = z.object({
  ...{ item_member_id: rawColumn, id: rawColumn, item_id: rawColumn, uid: rawColumn, member_uid: rawColumn },
  ...LIMIT_COLUMNS,
})
/** The columns of its number, and of the person. */
const UNREAD = {
  item_member: ['item_member_id', 'uid'],
  team_item_member: ['id', 'member_uid'],
} as const

/** Of the rows that `membersIn` and `teamRightsIn` skip: ShowDoc may find one of them all the same. */
export function* unreadableRightsIn(database: ShowdocDatabase, table: keyof typeof UNREAD): Generator<UnreadableRight> {
  const [own, person] = UNREAD[table]
  for (const row of database.rows(table, UnreadColumns, { by: own })) {
    if ([row[own], row.item_id, row[person]].every((id) => idColumn.safeParse(id).success)) continue
    const [itemId, userId] = [numberColumn.parse(row.item_id), numberColumn.parse(row[person])]
    yield { itemId, userId, catalogIds: rightOf(row).catalogIds }
  }
}
