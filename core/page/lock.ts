import { DomainError } from '../errors.ts'
import type { Page } from './page.ts'

/**
 * A person's exclusive right to change a page while editing it (D12). It expires by the clock of the database, so only
 * locks currently in force appear here (R13).
 */
export interface PageLock {
  readonly userId: number
  /** '' when the account is deleted. */
  readonly username: string
  /** Identifies the window that holds it; '' when a program or a manager took it without a window. */
  readonly tab: string
  /** Remaining time unless it is extended. */
  readonly lastsMs: number
}

/** A request to change the lock of a page. */
export interface LockWish {
  readonly pageId: number
  readonly userId: number
  /** As in `PageLock`. */
  readonly tab: string
  /**
   * Unix seconds; limited to the maximum duration of a lock, which is used for null. A time in the past releases the
   * lock (D11).
   */
  readonly lockTo: number | null
  /** Whether to take the lock from another window of the same person. */
  readonly takesOver: boolean
  /**
   * The revision this window started from: an expired lock is not reacquired when the page has a newer revision (R9).
   */
  readonly baseRevision: number | null
  /** Time since the last edit in this window; null when not reported. */
  readonly idleMs: number | null
}

/** A request to edit a page that somebody else has locked. Expires after `limits.lockRequestMs` unless renewed. */
export interface LockRequest {
  readonly userId: number
  readonly username: string
  /** Within `limits.lockDeclinedMs`. */
  readonly isDeclined: boolean
}

/** The handing over of a lock from its holder to somebody who requested it. */
export interface HandOver {
  readonly pageId: number
  readonly holderId: number
  /** As in `PageLock`: the window that holds it. */
  readonly tab: string
  readonly toUserId: number
  /** Required revision of the page; null when the holder's text is kept elsewhere. */
  readonly revision: number | null
}

/**
 * Whether somebody else has the page locked. A program with the item's own token is not a user, so every lock blocks
 * it.
 */
export const isHeldAgainst = (lock: PageLock | null, userId: number): boolean => lock !== null && lock.userId !== userId

/** Whether the lock belongs to this person, and to this window if windows are given. */
export const isHeldIn = (lock: PageLock | null, userId: number, tab: string): boolean =>
  lock !== null && lock.userId === userId && (tab === '' || lock.tab === '' || lock.tab === tab)

export const pageLocked = (title: Page['title'], { username: who }: Pick<PageLock, 'username'>): DomainError =>
  new DomainError('pageLocked', { title, who })
