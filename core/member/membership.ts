export const MEMBER_ROLES = { reader: 0, editor: 1, manager: 2 } as const
export type MemberRole = keyof typeof MEMBER_ROLES

/** The role of a person in an item. */
export interface Membership {
  readonly id: number
  readonly itemId: number
  readonly userId: number
  readonly role: MemberRole
  /** A first-level catalog the role is limited to, only below manager; null for the whole item. */
  readonly catalogId: number | null
  readonly addedAt: Date
}
