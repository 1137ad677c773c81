import type { ChangeDetails, ChangeDraft } from './entry.ts'

interface Told {
  readonly actorId: number
  readonly draft: ChangeDraft
}

/**
 * Groups the facts of one operation as a person would describe them: the first page of a new item is part of adding the
 * item, shifted neighbours are part of moving a catalog, and a right given to a whole team is one change.
 */
export function condensed(told: readonly Told[]): readonly Told[] {
  if (told.length < 2) return told
  // Two hundred people joining a team with a thousand items make as many changes; each is processed once.
  const itemsWhere = (isSuch: (draft: ChangeDraft) => boolean): ReadonlySet<number> =>
    new Set(told.flatMap(({ draft }) => (isSuch(draft) ? draft.itemId : [])))
  const made = itemsWhere(({ object, action }) => object === 'item' && (action === 'create' || action === 'copy'))
  const rearranged = itemsWhere(({ action }) => action === 'move')
  const isPartOf = ({ draft: { itemId, object, action } }: Told): boolean =>
    object === 'page' ? made.has(itemId) : action === 'sort' && rearranged.has(itemId)
  const byKey = Map.groupBy(
    told.filter((each) => !isPartOf(each)),
    ({ draft: { itemId, action, object, objectId } }) => `${itemId} ${action} ${object} ${objectId}`,
  )
  return [...byKey.values()].flatMap(([first, ...others]) => (first ? [others.reduce(together, first)] : []))
}

function together(one: Told, other: Told): Told {
  const details = common(one.draft.details ?? {}, other.draft.details ?? {})
  return { ...one, draft: { ...one.draft, details } }
}

/** The properties both have in common. */
function common(one: ChangeDetails, other: ChangeDetails): ChangeDetails {
  const same = Object.entries(one).filter(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(other[name as keyof ChangeDetails]),
  )
  return Object.fromEntries(same)
}
