import type { HandOver, LockRequest, LockWish, PageLock } from '../page/lock.ts'

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
  /** How long ago its holder wrote in the page, as far as that was said; null when nobody has it locked. */
  idleMs(pageId: number): Promise<number | null>
  /**
   * Asks the holder of a page for it, or says that somebody still waits.
   * @returns null when nobody else has it locked
   */
  ask(pageId: number, userId: number): Promise<Pick<LockRequest, 'isDeclined'> | null>
  /** Who waits for the page, or was refused it a short time ago, by the time of asking; its holder is none of them. */
  requests(pageId: number): Promise<readonly LockRequest[]>
  /** Only for the holder of the lock; nothing happens where the user does not hold it, or nobody asked. */
  decline(pageId: number, holderId: number, userId: number): Promise<void>
  /** The user waits no longer. */
  withdraw(pageId: number, userId: number): Promise<void>
  /**
   * Gives the lock to somebody who waits for it, in one step: nobody has it in between, and never two. One that has ended
   * meanwhile is given as well.
   * @returns false when somebody else has it, or another window; when nobody waits, or the page has another revision
   */
  handOver(wish: HandOver): Promise<boolean>
  /** Ends every lock of this user. */
  endAllOf(userId: number): Promise<void>
}
