import type { MemberRole } from '../member/membership.ts'

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
  readonly addedAt: Date
}
