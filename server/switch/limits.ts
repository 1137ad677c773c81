import type { GoneHere } from './gone-here.ts'
import { unreadableRightsIn, type ShowdocMember, type ShowdocRight, type ShowdocTeamRight } from './members.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'
import { teamItemsIn } from './teams.ts'

/** ShowDoc's tables of rights in items. */
const RIGHT_TABLES = ['item_member', 'team_item_member'] as const
export type RightTable = (typeof RIGHT_TABLES)[number]

/** The catalogs to which all rights of a person in an item are limited in ShowDoc. */
export type Limits = ReadonlyMap<string, readonly number[]>

/** The same for all rights of a person in an item. */
export const placeOf = ({ itemId, userId }: Pick<ShowdocRight, 'itemId' | 'userId'>): string => `${itemId} ${userId}`

/**
 * ShowDoc takes the catalogs from one row for all rights of a person in an item: from the first as a member, or where
 * that has none, from the first by a team. Before it kept lists of catalogs, the one by a team counted first.
 */
export function limitsOf(
  database: ShowdocDatabase,
  members: readonly ShowdocMember[],
  teamRights: readonly ShowdocTeamRight[],
): Limits {
  const [asMember, byTeam] = [firstOfEach(members), firstOfEach(teamRights)]
  const [first, then] = database.has('item_member', 'cat_ids') ? [asMember, byTeam] : [byTeam, asMember]
  const limits = new Map<string, readonly number[]>()
  for (const place of new Set([...first.keys(), ...then.keys()])) {
    const catalogIds = first.get(place)?.catalogIds ?? then.get(place)?.catalogIds ?? null
    if (catalogIds !== null) limits.set(place, catalogIds)
  }
  return limits
}

/**
 * Where ShowDoc may have taken other catalogs from a row that cannot be read, such as one whose number another row has,
 * as the places of rights in `placeOf`.
 */
export function unreadableLimits(database: ShowdocDatabase, limits: Limits): ReadonlySet<string> {
  const rows = RIGHT_TABLES.flatMap((table) => [...unreadableRightsIn(database, table)])
  const others = rows.filter(
    (row) => row.catalogIds !== null && row.catalogIds.join() !== limits.get(placeOf(row))?.join(),
  )
  return new Set(others.map(placeOf))
}

/**
 * The items in which it cannot be known whether such a right is limited by another one of the person, because ShowDoc's
 * table of those is missing, as in a dump of some tables. Rights by teams that came earlier may still be there.
 */
export function itemsInDoubt(
  database: ShowdocDatabase,
  table: RightTable,
  { hadTeamRights }: Pick<GoneHere, 'hadTeamRights'>,
): (itemId: number) => boolean {
  if (table === 'team_item_member') return () => !database.has('item_member')
  if (database.has('team_item_member')) return () => false
  const bound = new Set(teamItemsIn(database).map(({ itemId }) => itemId))
  const isUnknown = !database.has('team_item') && (database.count('team') > 0 || hadTeamRights)
  return isUnknown ? () => true : (itemId) => bound.has(itemId)
}

const firstOfEach = (rights: readonly ShowdocRight[]): ReadonlyMap<string, ShowdocRight> =>
  new Map(rights.toReversed().map((right) => [placeOf(right), right]))

/** Null for none. */
export const limitIn = (limits: Limits, of: Pick<ShowdocRight, 'itemId' | 'userId'>): readonly number[] | null =>
  limits.get(placeOf(of)) ?? null
