import { letterLimits } from './letter-limits.ts'

/** `tellFormer` is no deed: it keeps a former address until the letter to it is written, so that no queue holds it. */
export type LinkPurpose = 'resetPassword' | 'confirmEmail' | 'tellFormer'

/** What a link in a letter is good for: one deed, once, for this account and this address (threats T10). */
export interface MailLink {
  readonly userId: number
  readonly purpose: LinkPurpose
  /** Where the letter went; the account's address at that time. */
  readonly email: string
}

const GOOD_FOR_MS = {
  resetPassword: letterLimits.resetLinkMs,
  confirmEmail: letterLimits.confirmLinkMs,
  tellFormer: letterLimits.confirmLinkMs,
} as const satisfies Record<LinkPurpose, number>

export const endOfLink = (purpose: LinkPurpose, now: Date): Date => new Date(now.getTime() + GOOD_FOR_MS[purpose])

export const isSameAddress = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase()
