import { z } from 'zod'
import type { LockedPage } from '../ports/page-locks.ts'
import { id, wired } from '../schema.ts'
import { isHeldIn, type PageLock } from './lock.ts'

export const LockView = z.object({
  isLocked: wired('lock', z.boolean()),
  isOwn: wired('is_cur_user', z.boolean()),
  /** '' when nobody has the page locked. */
  holderUsername: wired('lock_username', z.string()),
  /** The caller's own lock, and not held in another window than the one that asks. */
  isThisTab: z.boolean(),
  /** How much longer it lasts unless it is prolonged; 0 when nobody has the page locked. */
  lastsMs: z.number(),
})

export const LockedPageView = z.object({ pageId: id(), holderUsername: wired('lock_username', z.string()) })

/** @param userId who asks; 0 for visitors and programs */
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
