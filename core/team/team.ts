import type { Catalog } from '../catalog/catalog.ts'
import { limitOf, type MemberRole } from '../member/membership.ts'

/** A circle of people who get their rights on items together. */
export interface Team {
  readonly id: number
  readonly name: string
  /** Manages the team without being one of its members. */
  readonly ownerId: number
  readonly createdAt: Date
}

/** What a member may do with the team itself; REST writes 1 and 2. */
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

/** What one member of the team may do in one item bound to it. Ends with the membership and with the binding. */
export interface TeamGrant {
  readonly id: number
  readonly teamId: number
  readonly itemId: number
  readonly userId: number
  readonly role: MemberRole
  /** A first-level catalog the role is limited to, only below manager; null for the whole item. */
  readonly catalogId: number | null
  /** Who gave it, and vouches for it where it makes somebody a manager; null once that account is gone. */
  readonly givenBy: number | null
  readonly addedAt: Date
}

/** What everybody in a team begins with in the items bound to it: the right to edit all of them (D37). */
export const FIRST_RIGHT = { role: 'editor', catalogId: null } as const

/** What a grant is to become; what is undefined stays. */
export interface GrantWish {
  readonly role: MemberRole | undefined
  readonly catalogId: number | null | undefined
}

/**
 * The grant as wished, among these catalogs of its item. A grant that becomes a manager's loses its catalog; one that
 * keeps its catalog keeps it wherever the catalog lies by now, which never widens it.
 * @throws DomainError notFound (a catalog of another item) | catalogTooLow
 */
export function changedGrant(grant: TeamGrant, wish: GrantWish, catalogs: readonly Catalog[]): TeamGrant {
  const role = wish.role ?? grant.role
  if (wish.catalogId !== undefined)
    return { ...grant, role, catalogId: limitOf({ role, catalogId: wish.catalogId }, catalogs) }
  return { ...grant, role, catalogId: role === 'manager' ? null : grant.catalogId }
}

export const isSameRight = (a: Pick<TeamGrant, 'role' | 'catalogId'>, b: Pick<TeamGrant, 'role' | 'catalogId'>) =>
  a.role === b.role && a.catalogId === b.catalogId
