import type { HandOver, LockRequest, LockWish, PageLock } from '../page/lock.ts'

/** A lock and its page. */
export interface LockedPage extends PageLock {
  readonly pageId: number
  readonly title: string
  readonly catalogId: number | null
}

/** A page and the holder of its lock. */
export interface Holding {
  readonly pageId: number
  readonly userId: number
}

/** Who is editing which page. All times are from the database's clock (R13). */
export interface PageLocks<ItemId = number, PageId = number> {
  /**
   * Acquires, extends or releases the lock of a live page in one step (threats §12).
   * @returns the resulting lock, or none; null when refused: the page is gone, locked by somebody else or in another
   * window, or newer than expected
   */
  set(wish: LockWish): Promise<{ readonly lock: PageLock | null } | null>
  /** Takes over somebody else's lock for this user. @returns whose it was; null when nobody else had it */
  seize(pageId: number, userId: number): Promise<number | null>
  /** The locked live pages of an item, by id. */
  readonly ofItem: (itemId: ItemId) => Promise<readonly LockedPage[]>
  /**
   * Blocks changes and locks of these pages until the end of the transaction.
   * @returns the first lock of somebody else; null when all pages are free for this user
   */
  holdOff(pageIds: readonly number[], userId: number): Promise<LockedPage | null>
  /** How long ago its holder last edited the page, as far as reported; null when it is not locked. */
  readonly idleMs: (pageId: PageId) => Promise<number | null>
  /**
   * Requests the page from its holder, or renews such a request.
   * @returns null when nobody else has it locked
   */
  ask(pageId: number, userId: number): Promise<Pick<LockRequest, 'isDeclined'> | null>
  /** Who is waiting for the page, or was recently declined, by time of request; never its holder. */
  readonly requests: (pageId: PageId) => Promise<readonly LockRequest[]>
  /** Only for the holder of the lock; does nothing when the user does not hold it, or nobody has asked. */
  decline(pageId: number, holderId: number, userId: number): Promise<void>
  /** Withdraws the user's request. */
  withdraw(pageId: number, userId: number): Promise<void>
  /**
   * Passes the lock to somebody waiting for it in one step: it is never free or held twice in between. A request that
   * has expired meanwhile is accepted too.
   * @returns false when somebody else or another window has the lock, nobody is waiting, or the page has another
   * revision
   */
  handOver(wish: HandOver): Promise<boolean>
  /** Who has live pages of these items locked, also with a lock that is over. */
  heldIn(itemIds: readonly number[]): Promise<readonly Holding[]>
  /** Releases the locks of these people on these pages. */
  end(holdings: readonly Holding[]): Promise<void>
  /** Releases all locks of this user. */
  endAllOf(userId: number): Promise<void>
}
