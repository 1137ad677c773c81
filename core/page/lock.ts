import { DomainError } from '../errors.ts'
import type { Page } from './page.ts'

/**
 * One person's hold of a page while they write in it: nobody else changes it meanwhile (D12). It ends by the clock of the
 * database, so only locks in force are ever seen here (R13).
 */
export interface PageLock {
  readonly userId: number
  /** '' when the account is gone. */
  readonly username: string
  /** Names the window it is held in; '' when a program or a manager took it, which name none. */
  readonly tab: string
  /** How much longer it lasts unless it is prolonged. */
  readonly lastsMs: number
}

/** What somebody wants of the lock of a page. */
export interface LockWish {
  readonly pageId: number
  readonly userId: number
  /** As in `PageLock`. */
  readonly tab: string
  /** Unix seconds; cut to the longest time a lock lasts, which null stands for. One that is over ends the lock (D11). */
  readonly lockTo: number | null
  /** Whether another window of the same person loses it. */
  readonly takesOver: boolean
  /** The revision the text in the window started from: a lock that had ended is not taken again over a newer one (R9). */
  readonly baseRevision: number | null
  /** How long ago something was last written in the window; null when nothing is said. */
  readonly idleMs: number | null
}

/** Somebody who would like to write in a page that another has locked. Over after `limits.lockRequestMs` unless renewed. */
export interface LockRequest {
  readonly userId: number
  readonly username: string
  /** Within `limits.lockDeclinedMs`. */
  readonly isDeclined: boolean
}

/** A lock that its holder gives to somebody who asked for it. */
export interface HandOver {
  readonly pageId: number
  readonly holderId: number
  /** As in `PageLock`: of the window that holds it. */
  readonly tab: string
  readonly toUserId: number
  /** The page must still be at this revision; null when the text of the holder is kept elsewhere. */
  readonly revision: number | null
}

/** Whether somebody else holds the page. A program with the item's own token is nobody, so everybody's lock stands in its way. */
export const isHeldAgainst = (lock: PageLock | null, userId: number): boolean => lock !== null && lock.userId !== userId

/** Whether it is this person's, and of this window as far as windows are named. */
export const isHeldIn = (lock: PageLock | null, userId: number, tab: string): boolean =>
  lock !== null && lock.userId === userId && (tab === '' || lock.tab === '' || lock.tab === tab)

export const pageLocked = (title: Page['title'], { username: who }: Pick<PageLock, 'username'>): DomainError =>
  new DomainError('pageLocked', { title, who })
