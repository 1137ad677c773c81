import type { LinkPurpose, MailLink } from '../account/mail-link.ts'

/** Links sent by mail that have not been used yet. */
export interface MailLinks {
  add(link: MailLink, tokenDigest: string, until: Date): Promise<void>
  /**
   * Uses up a link; of several concurrent calls only one succeeds.
   * @returns false when there is no link with this token for this account, address (case-insensitive) and purpose that
   * is valid at `now`
   */
  take(link: MailLink, tokenDigest: string, now: Date): Promise<boolean>
  /** The address a link's letter was sent to; null when the link is used or deleted. */
  emailOf(userId: number, purpose: LinkPurpose, tokenDigest: string): Promise<string | null>
  /** Invalidates the user's unused links: those of one purpose, or all. */
  removeAll(userId: number, purpose: LinkPurpose | null): Promise<void>
  /** Removes expired links. @returns how many */
  sweep(now: Date): Promise<number>
}
