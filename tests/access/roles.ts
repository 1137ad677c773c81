import type { MemberRole } from '#core/member/membership.ts'

/** A role given in the item; with a limit to one catalog: the one of the calls, or another one. */
export interface Right {
  readonly role: MemberRole
  readonly limit?: 'target' | 'other'
}

/** Who calls, and how the item and the team it is bound to are for them. */
export interface Role {
  readonly who: 'visitor' | 'user' | 'administrator'
  readonly isOpen?: true
  /** Gave the visit password. */
  readonly hasPassed?: true
  readonly ownsItem?: true
  readonly membership?: Right
  readonly inTeam?: 'member' | 'admin' | 'owner'
  /** Given through the team. */
  readonly grant?: Right
}

/** In the order of the columns of the matrix. Members and those above them are looked at in a private item. */
export const ROLES = {
  anonOpen: { who: 'visitor', isOpen: true },
  anonPriv: { who: 'visitor' },
  anonPass: { who: 'visitor', hasPassed: true },
  strOpen: { who: 'user', isOpen: true },
  strPriv: { who: 'user' },
  strPass: { who: 'user', hasPassed: true },
  memRO: { who: 'user', membership: { role: 'reader' } },
  memEdit: { who: 'user', membership: { role: 'editor' } },
  memCatIn: { who: 'user', membership: { role: 'editor', limit: 'target' } },
  memCatOut: { who: 'user', membership: { role: 'editor', limit: 'other' } },
  memAdmin: { who: 'user', membership: { role: 'manager' } },
  tmRO: { who: 'user', inTeam: 'member', grant: { role: 'reader' } },
  tmEdit: { who: 'user', inTeam: 'member', grant: { role: 'editor' } },
  tmCatIn: { who: 'user', inTeam: 'member', grant: { role: 'editor', limit: 'target' } },
  tmCatOut: { who: 'user', inTeam: 'member', grant: { role: 'editor', limit: 'other' } },
  tmAdmin: { who: 'user', inTeam: 'member', grant: { role: 'manager' } },
  teamMgr: { who: 'user', inTeam: 'owner' },
  owner: { who: 'user', ownsItem: true },
  siteAdmin: { who: 'administrator' },
} as const satisfies Readonly<Record<string, Role>>

/** Towards a team. Its managers are looked at with an item of their own, which is bound to it. */
export const TEAM_ROLES = {
  anon: { who: 'visitor' },
  stranger: { who: 'user' },
  ordinary: { who: 'user', inTeam: 'member' },
  teamAdmin: { who: 'user', inTeam: 'admin', ownsItem: true },
  creator: { who: 'user', inTeam: 'owner', ownsItem: true },
  siteAdmin: { who: 'administrator' },
} as const satisfies Readonly<Record<string, Role>>

export const CALLERS = ['anonymous', 'logged in', 'site administrator'] as const

export type RoleName = keyof typeof ROLES
