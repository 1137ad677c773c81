import type { User } from '../account/user.ts'

export interface Login {
  readonly userId: number
  readonly tokenDigest: string
  readonly address: string
  readonly userAgent: string
  readonly createdAt: Date
  readonly seenAt: Date
  readonly until: Date
  /** The directory or other site used for the login; null or left out for a local login. */
  readonly methodId?: string | null
}
/** A session as shown to its owner. */
export interface LoginEntry extends Login {
  /** Identifies the session to its owner; useless without being logged in. */
  readonly id: number
}
/** Sessions of logged-in people (threats T1). */
export interface Logins {
  /**
   * Opens a session for a verified password, if it is still the account's password; a concurrent change of the password
   * is serialised with it (threats T2).
   * @returns false when the account's password has changed or must be changed, its second factor is not proven, or the
   * account is switched off or deleted
   */
  open(login: Login, passwordHash: string | null, isProven?: boolean): Promise<boolean>
  /**
   * The user of a live token, or null. Live: not expired, used after `idleSince`, and the account is neither switched off
   * nor required to change its password.
   */
  userOf(
    tokenDigest: string,
    now: Date,
    idleSince: Date,
  ): Promise<{
    readonly user: User
    readonly seenAt: Date
    /** Also false for administrators while they lack a required second factor. */
    readonly administers: boolean
  } | null>
  touch(tokenDigest: string, now: Date): Promise<void>
  /** The user's live sessions, most recently used first. */
  ofUser(userId: number, now: Date, idleSince: Date): Promise<readonly LoginEntry[]>
  /** @returns false when there is no such session */
  close(tokenDigest: string): Promise<boolean>
  /** @returns false when the user has no session of this id */
  closeOne(userId: number, id: number): Promise<boolean>
  /** Ends all sessions of the user but the one with this digest. */
  closeAll(userId: number, exceptDigest: string | null): Promise<void>
  /**
   * Extends the live sessions of these users until then, but to no more than `longestMs` in total. Sessions being
   * changed at that moment are skipped.
   */
  prolong(
    userIds: readonly number[],
    times: { readonly now: Date; readonly until: Date; readonly longestMs: number },
  ): Promise<void>
  /** Removes expired sessions. @returns how many */
  sweep(now: Date, idleSince: Date): Promise<number>
}
