import type { User } from '../account/user.ts'
import type { New } from '../new.ts'

/** A person as an outside authority knows them. */
export interface IdentityKey {
  /** The login method, or the redirect, that vouches for the person. */
  readonly methodId: string
  /** Names the person there, always the same one; compared exactly. */
  readonly externalId: string
}

/** Which account belongs to a person of an outside authority (threats O2). */
export interface Identities {
  /** Null when this person has no account here, also when there was one that was deleted. */
  find(key: IdentityKey): Promise<User | null>
  /** The login methods of an account; an empty list for one that is ours alone. */
  methodsOf(userId: number): Promise<readonly string[]>
  /**
   * People with a live session whose account has no password of ours, by the account: at most `count`, behind `after`,
   * which is the account asked for last, or 0.
   */
  loggedIn(
    methodId: string,
    live: { readonly now: Date; readonly idleSince: Date },
    paging: { readonly after: number; readonly count: number },
  ): Promise<readonly { readonly externalId: string; readonly userId: number }[]>
  /**
   * Links a person to an account there is.
   * @returns false when the person has an account here
   */
  link(userId: number, key: IdentityKey, at: Date): Promise<boolean>
  /** Ends every link of the account by this method. */
  unlink(userId: number, methodId: string): Promise<void>
  /** Keeps that this person has just logged in so. */
  noteLogin(userId: number, methodId: string, at: Date): Promise<void>
  /**
   * Whether an administrator, whose account is not switched off, has ever logged in by one of these.
   * @param ways by ids: methods let in only whoever has no password of ours
   */
  haveLedAdministrators(ways: {
    readonly methods: readonly string[]
    readonly redirects: readonly string[]
  }): Promise<boolean>
  /**
   * Makes an account together with its link, also for somebody whose former account was deleted.
   * @throws DomainError emailTaken; usernameTaken, also when the person was linked in between
   */
  insert(user: New<User>, key: IdentityKey, at: Date): Promise<User>
}
