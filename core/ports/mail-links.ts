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
  /** Where the letter with this link goes; null when the link is used or gone. */
  emailOf(userId: number, purpose: LinkPurpose, tokenDigest: string): Promise<string | null>
  /** Makes the user's unused links worthless: those of one purpose, or all. */
  removeAll(userId: number, purpose: LinkPurpose | null): Promise<void>
  /** Removes what is no longer good. @returns how many */
  sweep(now: Date): Promise<number>
}
