import { openPage } from '../access/doors.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { isHeldIn, type LockWish, type PageLock } from './lock.ts'
import { pageChanged } from './save.ts'
import { productStore } from '../open-store.ts'

// A try only fails when something changed since the page was read.
const MOST_TRIES = 3

/**
 * Acquires, extends or releases the lock of a page.
 * @param itemId the item of the page according to the caller; 0 when not given
 * @returns the current lock; that of another window if it has one and `takesOver` was not set
 * @throws DomainError notAllowed | notFound | pageLocked | pageChanged (see `LockWish.baseRevision`)
 */
export async function setLock(ctx: CommandContext, itemId: number, wish: LockWish): Promise<PageLock | null> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const opened = await openPage(ctx, wish.pageId, 'edit')
    if (itemId !== 0 && itemId !== opened.item.id) throw new DomainError('notFound')
    const set = await productStore(ctx.store).locks.set(wish)
    if (set) return set.lock
    const { lock, page } = opened
    if (lock && !isHeldIn(lock, wish.userId, wish.tab) && !wish.takesOver) return lock
    if (wish.baseRevision !== null && wish.baseRevision !== page.revision) throw pageChanged(opened)
  }
  throw new DomainError('busy')
}
