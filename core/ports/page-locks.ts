import type { LockWish, PageLock } from '../page/lock.ts'

/** A lock with the page it is of. */
export interface LockedPage extends PageLock {
  readonly pageId: number
  readonly title: string
  readonly catalogId: number | null
}

/** Who writes in which page. All times are of the database's own clock (R13). */
export interface PageLocks<ItemId = number> {
  /**
   * Takes, prolongs or ends the lock of a live page in one step (threats §12).
   * @returns the lock there is afterwards, or none; null when the wish was refused: the page is gone, held by somebody else
   * or in another window, or newer than the wish allows
   */
  set(wish: LockWish): Promise<{ readonly lock: PageLock | null } | null>
  /** Gives the lock of somebody else to this user. @returns whose it was; null when nobody else held it */
  seize(pageId: number, userId: number): Promise<number | null>
  /** The live pages of an item that are locked, by id. */
  readonly ofItem: (itemId: ItemId) => Promise<readonly LockedPage[]>
  /**
   * Holds off changes and locks of these pages until the end of the transaction.
   * @returns the first of them that somebody else holds; null when all are free for this user
   */
  holdOff(pageIds: readonly number[], userId: number): Promise<LockedPage | null>
  /** Ends every lock of this user. */
  endAllOf(userId: number): Promise<void>
}
