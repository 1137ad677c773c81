import type { MemberRole } from '#core/member/membership.ts'

/** Who calls, and how the item is for him. */
export interface Role {
  readonly who: 'visitor' | 'stranger' | 'member' | 'owner' | 'administrator'
  readonly isOpen?: true
  /** Gave the visit password. */
  readonly hasPassed?: true
  readonly memberRole?: MemberRole
  /** A member limited to one catalog: the one of the calls, or another one. */
  readonly limit?: 'target' | 'other'
}

/** The roles in the order of the columns of the matrix. Members and those above them are looked at in a private item. */
export const ROLES = {
  anonOpen: { who: 'visitor', isOpen: true },
  anonPriv: { who: 'visitor' },
  anonPass: { who: 'visitor', hasPassed: true },
  strOpen: { who: 'stranger', isOpen: true },
  strPriv: { who: 'stranger' },
  strPass: { who: 'stranger', hasPassed: true },
  memRO: { who: 'member', memberRole: 'reader' },
  memEdit: { who: 'member', memberRole: 'editor' },
  memCatIn: { who: 'member', memberRole: 'editor', limit: 'target' },
  memCatOut: { who: 'member', memberRole: 'editor', limit: 'other' },
  memAdmin: { who: 'member', memberRole: 'manager' },
  owner: { who: 'owner' },
  siteAdmin: { who: 'administrator' },
} as const satisfies Readonly<Record<string, Role>>

export type RoleName = keyof typeof ROLES
export const ROLE_NAMES = Object.keys(ROLES) as readonly RoleName[]
