import type { Preferences } from './preferences.ts'

/** What the list of accounts can be narrowed to. */
export const STANDINGS = ['all', 'administrators', 'switchedOff', 'neverSeen'] as const

/** A person with an account. A null `passwordHash` means that an outside authority vouches for the person. */
export interface User extends Preferences {
  readonly id: number
  /** As typed; unique without regard to case. */
  readonly username: string
  readonly name: string
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly isAdmin: boolean
  /** By an administrator: nobody gets in with the account, and what the person wrote and shares stays. */
  readonly isSwitchedOff: boolean
  /** No session of the account begins without a code besides what else proves who it is. */
  readonly hasSecondFactor: boolean
  /** PHC string of argon2id. */
  readonly passwordHash: string | null
  /** By an administrator, who knows the password: it is good for choosing another one, and for nothing else. */
  readonly mustChangePassword: boolean
  readonly registeredAt: Date
  readonly lastLoginAt: Date | null
}

/** The same without what only proves who somebody is. */
export type Person = Omit<User, 'passwordHash'>

export function personOf(user: User): Person {
  const { passwordHash: _, ...person } = user
  return person
}
