import type { Catalog } from '../catalog/catalog.ts'
import { limitOf, type MemberRole } from '../member/membership.ts'

/** People who get rights on items together. */
export interface Team {
  readonly id: number
  readonly name: string
  /** Manages the team without having to be a member. */
  readonly ownerId: number
  readonly createdAt: Date
}

/** A member's role in the team itself; REST uses 1 and 2. */
export const TEAM_MEMBER_ROLES = { member: 1, admin: 2 } as const
export type TeamMemberRole = keyof typeof TEAM_MEMBER_ROLES

export interface TeamMember {
  readonly id: number
  readonly teamId: number
  readonly userId: number
  readonly role: TeamMemberRole
  readonly addedAt: Date
}

/** An item bound to a team. */
export interface TeamItem {
  readonly id: number
  readonly teamId: number
  readonly itemId: number
  /** Who vouches for it: the binding ends when this person can no longer manage the item (`vouching.ts`). */
  readonly boundBy: number
  readonly addedAt: Date
}

/** A team member's role in one item bound to the team. Ends with the membership and with the binding. */
export interface TeamGrant {
  readonly id: number
  readonly teamId: number
  readonly itemId: number
  readonly userId: number
  readonly role: MemberRole
  /** The first-level catalog the role is limited to, only below manager; null for the whole item. */
  readonly catalogId: number | null
  /** Who granted it, and vouches for it if it makes somebody a manager; null once that account is deleted. */
  readonly givenBy: number | null
  readonly addedAt: Date
}

/** The default right of team members in items bound to the team: editing all of them (D37). */
export const FIRST_RIGHT = { role: 'editor', catalogId: null } as const

/** A requested change of a grant; undefined fields do not change. */
export interface GrantWish {
  readonly role: MemberRole | undefined
  readonly catalogId: number | null | undefined
}

/**
 * The changed grant, given the catalogs of its item. A grant that becomes a manager's loses its catalog; otherwise it
 * keeps its catalog wherever that has been moved, which never widens the right.
 * @throws DomainError notFound (a catalog of another item) | catalogTooLow (not on the first level)
 */
export function changedGrant(grant: TeamGrant, wish: GrantWish, catalogs: readonly Catalog[]): TeamGrant {
  const role = wish.role ?? grant.role
  if (wish.catalogId !== undefined)
    return { ...grant, role, catalogId: limitOf({ role, catalogId: wish.catalogId }, catalogs) }
  return { ...grant, role, catalogId: role === 'manager' ? null : grant.catalogId }
}

export const isSameRight = (a: Pick<TeamGrant, 'role' | 'catalogId'>, b: Pick<TeamGrant, 'role' | 'catalogId'>) =>
  a.role === b.role && a.catalogId === b.catalogId
