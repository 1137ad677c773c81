import type { ShowdocMember, ShowdocRight, ShowdocTeamRight } from './members.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

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

const firstOfEach = (rights: readonly ShowdocRight[]): ReadonlyMap<string, ShowdocRight> =>
  new Map(rights.toReversed().map((right) => [placeOf(right), right]))

/** Null for none. */
export const limitIn = (limits: Limits, of: Pick<ShowdocRight, 'itemId' | 'userId'>): readonly number[] | null =>
  limits.get(placeOf(of)) ?? null
