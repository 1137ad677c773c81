import type { User } from '../account/user.ts'

export interface Login {
  readonly userId: number
  readonly tokenDigest: string
  readonly address: string
  readonly userAgent: string
  readonly createdAt: Date
  readonly seenAt: Date
  readonly until: Date
  /** The directory or the site it began by; null, also when it is left out, for a login of ours. */
  readonly methodId?: string | null
}
/** A session as its owner knows it. */
export interface LoginEntry extends Login {
  /** Names the session to its owner; no use to anybody without being logged in. */
  readonly id: number
}
/** Who is logged in where (threats T1). */
export interface Logins {
  /**
   * Opens a session that was earned with this password, if it still is the account's; a change of the password waits for
   * it, or it for the change (threats T2).
   * @returns false when the account has another password by now or has to change this one, has a second factor that is not
   * proven, is switched off, or is gone
   */
  open(login: Login, passwordHash: string | null, isProven?: boolean): Promise<boolean>
  /** The user of a live token: before its end, seen after `idleSince`, of an account that is not switched off and has no
   * password to change; or null. */
  userOf(
    tokenDigest: string,
    now: Date,
    idleSince: Date,
  ): Promise<{
    readonly user: User
    readonly seenAt: Date
    /** False for administrators, too, while they lack a second factor that the site asks of them. */
    readonly administers: boolean
  } | null>
  touch(tokenDigest: string, now: Date): Promise<void>
  /** The user's live sessions, the one seen last first. */
  ofUser(userId: number, now: Date, idleSince: Date): Promise<readonly LoginEntry[]>
  /** @returns false when there is no such session */
  close(tokenDigest: string): Promise<boolean>
  /** @returns false when the user has no session of this id */
  closeOne(userId: number, id: number): Promise<boolean>
  /** Ends all sessions of the user but the one with this digest. */
  closeAll(userId: number, exceptDigest: string | null): Promise<void>
  /**
   * Has the live sessions of these users last until then, but none longer than `longestMs` in all. One that is being
   * changed at that moment is left as it is.
   */
  prolong(
    userIds: readonly number[],
    times: { readonly now: Date; readonly until: Date; readonly longestMs: number },
  ): Promise<void>
  /** Removes ended sessions. @returns how many */
  sweep(now: Date, idleSince: Date): Promise<number>
}
