import type { User } from '../account/user.ts'
import type { New } from '../new.ts'

/** A person as identified by an external authority. */
export interface IdentityKey {
  /** The login method or redirect that vouches for the person. */
  readonly methodId: string
  /** Identifies the person there permanently; compared exactly. */
  readonly externalId: string
}

/** Links between accounts and people known to external authorities (threats O2). */
export interface Identities {
  /** Null when this person has no account here, including when it was deleted. */
  find(key: IdentityKey): Promise<User | null>
  /** The login methods of an account; empty for a purely local account. */
  methodsOf(userId: number): Promise<readonly string[]>
  /**
   * People with a live session whose account has no local password, sorted by account: at most `count`, after `after`,
   * the last account of the previous call, or 0.
   */
  loggedIn(
    methodId: string,
    live: { readonly now: Date; readonly idleSince: Date },
    paging: { readonly after: number; readonly count: number },
  ): Promise<readonly { readonly externalId: string; readonly userId: number }[]>
  /**
   * Links a person to an existing account.
   * @returns false when the person already has an account here
   */
  link(userId: number, key: IdentityKey, at: Date): Promise<boolean>
  /** Removes all links of the account for this method. */
  unlink(userId: number, methodId: string): Promise<void>
  /**
   * Records that the authority was asked at this time for the person's teams, unless it was asked later.
   * @returns false if it was asked later, or the account is no longer linked to it
   */
  noteTeamsSaid(userId: number, methodId: string, at: Date): Promise<boolean>
  /** Whether the account is still linked to the authority, and no later question for its teams was recorded. */
  isLatestOnTeams(userId: number, methodId: string, at: Date): Promise<boolean>
  /** Records that this person has just logged in this way. */
  noteLogin(userId: number, methodId: string, at: Date): Promise<void>
  /**
   * Whether an administrator whose account is active has ever logged in by one of these.
   * @param ways by ids: methods only accept people without a local password
   */
  haveLedAdministrators(ways: {
    readonly methods: readonly string[]
    readonly redirects: readonly string[]
  }): Promise<boolean>
  /**
   * Creates an account together with its link, also for somebody whose former account was deleted.
   * @throws DomainError emailTaken; usernameTaken, also when the person was linked concurrently
   */
  insert(user: New<User>, key: IdentityKey, at: Date): Promise<User>
}
