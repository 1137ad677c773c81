import type { LinkPurpose, MailLink } from '../account/mail-link.ts'

/** Links that were sent by mail and not used yet. */
export interface MailLinks {
  add(link: MailLink, tokenDigest: string, until: Date): Promise<void>
  /**
   * Uses a link up, which of many at once succeeds for one.
   * @returns false when there is none with this token for this account, address (without regard to case) and purpose
   * that is good at `now`
   */
  take(link: MailLink, tokenDigest: string, now: Date): Promise<boolean>
  /** Makes the user's unused links worthless: those of one purpose, or all. */
  removeAll(userId: number, purpose: LinkPurpose | null): Promise<void>
  /** Removes what is no longer good. @returns how many */
  sweep(now: Date): Promise<number>
}
