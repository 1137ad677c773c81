import { catalogOf, type Catalog } from '../catalog/catalog.ts'
import { DomainError } from '../errors.ts'
import type { Item } from '../item/item.ts'
import { limits } from '../limits.ts'
import type { New } from '../new.ts'

/** A member's rights; REST uses 0, 1 and 2. */
export const MEMBER_ROLES = { reader: 0, editor: 1, manager: 2 } as const
export type MemberRole = keyof typeof MEMBER_ROLES

/** A person's role in an item. */
export interface Membership {
  readonly id: number
  readonly itemId: number
  readonly userId: number
  readonly role: MemberRole
  /** The first-level catalog the role is limited to, only below manager; null for the whole item. */
  readonly catalogId: number | null
  readonly addedAt: Date
}

/** A role given to a member; catalogId null means the whole item. */
export interface Grant {
  readonly role: MemberRole
  readonly catalogId: number | null
  /** The team that gives the role; null for a personal membership. */
  readonly teamId: number | null
}

/** A role, and the requested catalog it is limited to. */
export type RoleWish = Pick<Membership, 'role' | 'catalogId'>

/**
 * The catalog a role is limited to; null for the whole item. Managers are never limited, whatever was requested
 * (MEM-06).
 * @throws DomainError notFound (a catalog of another item) | catalogTooLow (not on the first level, MEM-09)
 */
export function limitOf({ role, catalogId }: RoleWish, catalogs: readonly Catalog[]): number | null {
  if (role === 'manager' || catalogId === null) return null
  const { id, parentId } = catalogOf(catalogs, catalogId)
  if (parentId !== null) throw new DomainError('catalogTooLow')
  return id
}

/** Whether a right is contained in the other one: a role that is no stronger, for no other place. */
export const isWithin = (right: RoleWish, other: RoleWish): boolean =>
  MEMBER_ROLES[right.role] <= MEMBER_ROLES[other.role] &&
  (other.catalogId === null || right.catalogId === other.catalogId)

/** A new member, or a member whose role changes. */
export interface MemberChange {
  readonly before: Membership | null
  readonly after: New<Membership>
}

/** The requested roles. An undefined catalog keeps the current one; for new members it means the whole item. */
export interface MemberWish {
  readonly people: readonly { readonly id: number; readonly username: string }[]
  readonly role: MemberRole
  /** As `limitOf` gave it. */
  readonly catalogId: number | null | undefined
  readonly now: Date
}

/**
 * The changes in an item when these people get a role: each has only one, and people who already have this role are
 * left out.
 * @throws DomainError ownerIsNoMember | tooMany
 */
export function memberChanges(
  item: Pick<Item, 'id' | 'ownerId'>,
  members: readonly Membership[],
  { people, role, catalogId, now }: MemberWish,
): readonly MemberChange[] {
  const owner = people.find(({ id }) => id === item.ownerId)
  if (owner) throw new DomainError('ownerIsNoMember', { username: owner.username })
  const memberOf = new Map(members.map((member) => [member.userId, member]))
  const limit = limits.membersPerItem
  if (members.length + people.filter(({ id }) => !memberOf.has(id)).length > limit)
    throw new DomainError('tooMany', { limit })
  return people.flatMap(({ id: userId }) => {
    const before = memberOf.get(userId) ?? null
    const kept = catalogId === undefined ? (before?.catalogId ?? null) : catalogId
    const after = { role, catalogId: role === 'manager' ? null : kept }
    if (before && before.role === after.role && before.catalogId === after.catalogId) return []
    return [{ before, after: { itemId: item.id, userId, ...after, addedAt: before?.addedAt ?? now } }]
  })
}
