import type { Membership } from '#core/member/membership.ts'
import { placeOf } from '../limits.ts'
import type { ShowdocMember } from '../members.ts'
import type { Findings } from './findings.ts'
import { plannedRight, widestOf, type RightSurroundings } from './rights.ts'

interface MemberSurroundings extends RightSurroundings {
  readonly userIds: ReadonlySet<number>
  /** Owners of the imported items. */
  readonly ownerOf: ReadonlyMap<number, number>
  readonly now: Date
}

/** The planned members of all items: one right per person, none for the owner. */
export function plannedMembers(
  members: readonly ShowdocMember[],
  around: MemberSurroundings,
  findings: Findings,
): readonly Membership[] {
  const { userIds, ownerOf, now } = around
  const rights = members.flatMap((member) => {
    const { id, itemId, userId } = member
    const reason = !ownerOf.has(itemId)
      ? 'itemStays'
      : !userIds.has(userId)
        ? 'accountGone'
        : ownerOf.get(itemId) === userId
          ? 'ownerOfItem'
          : null
    if (reason !== null) {
      findings.leave('item_member', id, reason)
      return []
    }
    const wish = plannedRight('item_member', member, around, findings)
    return wish === null ? [] : [{ ...member, wish }]
  })
  return widestOf('item_member', rights, placeOf, findings).map(({ id, itemId, userId, addedAt, wish }) => ({
    ...{ id, itemId, userId, role: wish.role, catalogId: wish.catalogId, addedAt: addedAt ?? now },
  }))
}
