import type { ChangeDetails, ChangeDraft } from './entry.ts'

interface Told {
  readonly actorId: number
  readonly draft: ChangeDraft
}

/**
 * What one operation did, told as a person would tell it: the first page of a new item is part of the item, a catalog
 * that moves pushes its neighbours, and a right given to a whole team is one change.
 */
export function condensed(told: readonly Told[]): readonly Told[] {
  if (told.length < 2) return told
  // Two hundred people who join a team with a thousand items are as many changes as that makes: each is looked at once.
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

/** What is true of both. */
function common(one: ChangeDetails, other: ChangeDetails): ChangeDetails {
  const same = Object.entries(one).filter(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(other[name as keyof ChangeDetails]),
  )
  return Object.fromEntries(same)
}
