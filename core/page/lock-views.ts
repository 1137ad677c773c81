import { z } from 'zod'
import type { LockedPage } from '../ports/page-locks.ts'
import { id, wired } from '../schema.ts'
import { isHeldIn, type PageLock } from './lock.ts'

export const LockView = z.object({
  isLocked: wired('lock', z.boolean()),
  isOwn: wired('is_cur_user', z.boolean()),
  /** '' when the page is not locked. */
  holderUsername: wired('lock_username', z.string()),
  /** Whether the lock is the caller's own and not held in another window. */
  isThisTab: z.boolean(),
  /** Remaining time unless it is extended; 0 when the page is not locked. */
  lastsMs: z.number(),
})

export const LockedPageView = z.object({ pageId: id(), holderUsername: wired('lock_username', z.string()) })

/** @param userId the caller; 0 for visitors and programs */
export const lockView = (lock: PageLock | null, userId: number, tab: string): z.input<typeof LockView> => ({
  isLocked: lock !== null,
  isOwn: lock?.userId === userId,
  holderUsername: lock?.username ?? '',
  isThisTab: isHeldIn(lock, userId, tab),
  lastsMs: lock?.lastsMs ?? 0,
})

export const lockedPageView = ({ pageId, username }: LockedPage): z.input<typeof LockedPageView> => ({
  pageId,
  holderUsername: username,
})
