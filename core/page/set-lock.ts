import { openPage } from '../access/doors.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { isHeldIn, type LockWish, type PageLock } from './lock.ts'
import { pageChanged } from './save.ts'

// Each try loses only to something that happened since it looked.
const MOST_TRIES = 3

/**
 * Takes, prolongs or ends the lock of a page.
 * @param itemId the item the page is said to be of; 0 when nothing is said
 * @returns the lock there is now, which is another window's when that one holds it and `takesOver` was not said
 * @throws DomainError notAllowed | notFound | pageLocked | pageChanged (see `LockWish.baseRevision`)
 */
export async function setLock(ctx: CommandContext, itemId: number, wish: LockWish): Promise<PageLock | null> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const opened = await openPage(ctx, wish.pageId, 'edit')
    if (itemId !== 0 && itemId !== opened.item.id) throw new DomainError('notFound')
    const set = await ctx.store.locks.set(wish)
    if (set) return set.lock
    const { lock, page } = opened
    if (lock && !isHeldIn(lock, wish.userId, wish.tab) && !wish.takesOver) return lock
    if (wish.baseRevision !== null && wish.baseRevision !== page.revision) throw pageChanged(opened)
  }
  throw new DomainError('busy')
}
