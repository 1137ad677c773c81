import { z } from 'zod'
import { idColumn, numberColumn, referenceColumn, textColumn, timeColumn } from './columns.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

export interface ShowdocTeam {
  readonly id: number
  readonly name: string
  readonly ownerId: number | null
  readonly createdAt: Date | null
}

const TeamColumns = z.object({ id: idColumn, team_name: textColumn, uid: referenceColumn, addtime: timeColumn })

export const teamsIn = (database: ShowdocDatabase): readonly ShowdocTeam[] =>
  Array.from(database.rows('team', TeamColumns, { by: 'id' }), (row) => ({
    id: row.id,
    name: row.team_name,
    ownerId: row.uid,
    createdAt: row.addtime,
  }))

export interface ShowdocTeamMember {
  readonly id: number
  readonly teamId: number
  readonly userId: number
  /** Whether this person manages the team besides its owner. */
  readonly isAdmin: boolean
  readonly addedAt: Date | null
}

const ADMIN_GROUP = 2

const MemberColumns = z.object({
  id: idColumn,
  team_id: idColumn,
  member_uid: idColumn,
  team_member_group_id: numberColumn,
  addtime: timeColumn,
})

export const teamMembersIn = (database: ShowdocDatabase): readonly ShowdocTeamMember[] =>
  Array.from(database.rows('team_member', MemberColumns, { by: 'id' }), (row) => ({
    id: row.id,
    teamId: row.team_id,
    userId: row.member_uid,
    isAdmin: row.team_member_group_id === ADMIN_GROUP,
    addedAt: row.addtime,
  }))

/** An item bound to a team. */
export interface ShowdocTeamItem {
  readonly id: number
  readonly teamId: number
  readonly itemId: number
  readonly addedAt: Date | null
}

const ItemColumns = z.object({ id: idColumn, team_id: idColumn, item_id: idColumn, addtime: timeColumn })

export const teamItemsIn = (database: ShowdocDatabase): readonly ShowdocTeamItem[] =>
  Array.from(database.rows('team_item', ItemColumns, { by: 'id' }), (row) => ({
    id: row.id,
    teamId: row.team_id,
    itemId: row.item_id,
    addedAt: row.addtime,
  }))
