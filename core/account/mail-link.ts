import { letterLimits } from './letter-limits.ts'

/**
 * `tellFormer` is not an action: it stores a former address until the letter to it is sent, so that no queue contains
 * it.
 */
export type LinkPurpose = 'resetPassword' | 'confirmEmail' | 'tellFormer'

/** What a link sent by mail allows: one action, once, for this account and this address (threats T10). */
export interface MailLink {
  readonly userId: number
  readonly purpose: LinkPurpose
  /** The recipient; the account's address at that time. */
  readonly email: string
}

const GOOD_FOR_MS = {
  resetPassword: letterLimits.resetLinkMs,
  confirmEmail: letterLimits.confirmLinkMs,
  tellFormer: letterLimits.confirmLinkMs,
} as const satisfies Record<LinkPurpose, number>

export const endOfLink = (purpose: LinkPurpose, now: Date): Date => new Date(now.getTime() + GOOD_FOR_MS[purpose])

export const isSameAddress = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase()
