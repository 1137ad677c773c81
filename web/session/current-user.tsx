import { refusalOf } from '../api/errors.ts'
import { useAnswer } from '../api/use-answer.ts'
import type { KnownAnswer } from './boot.ts'

export interface CurrentUser {
  readonly username: string
  readonly name: string
  readonly isAdmin: boolean
  /** The preview beside the markdown of long pages stays on. */
  readonly keepsPreview: boolean
}

const INPUT = { redirectLogin: false }

/** The logged-in user in the boot data: null for visitors. */
export const knownUser = (user: unknown) => ({ operation: ['account', 'me'], input: INPUT, answer: user }) as const

/** The id of the logged-in account, as far as known; '' for visitors. */
export function accountIn(known: readonly KnownAnswer[]): string {
  const user = known.find(({ operation: [group, name] }) => group === 'account' && name === 'me')?.answer
  return typeof user === 'object' && user !== null && 'userId' in user ? String(user.userId) : ''
}

/** The logged-in user: null for visitors, undefined while unknown. */
export function useCurrentUser(): CurrentUser | null | undefined {
  const { data, error } = useAnswer('account', 'me', INPUT, { isAskedOnce: true })
  if (data) {
    const { username, name, siteRole, keepsPreview } = data
    return { username, name, isAdmin: siteRole === 'admin', keepsPreview }
  }
  // The boot data may contain null, which the operation itself never returns.
  return data === null || refusalOf(error)?.kind === 'loginRequired' ? null : undefined
}
