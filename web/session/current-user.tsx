import { refusalOf } from '../api/errors.ts'
import { useAnswer } from '../api/use-answer.ts'
import type { KnownAnswer } from './boot.ts'

export interface CurrentUser {
  readonly username: string
  readonly name: string
  readonly isAdmin: boolean
}

const INPUT = { redirectLogin: false }

/** How the server tells in the boot data who is logged in: null for visitors. */
export const knownUser = (user: unknown) => ({ operation: ['account', 'me'], input: INPUT, answer: user }) as const

/** The id of the account that is known to be logged in; '' for visitors. */
export function accountIn(known: readonly KnownAnswer[]): string {
  const user = known.find(({ operation: [group, name] }) => group === 'account' && name === 'me')?.answer
  return typeof user === 'object' && user !== null && 'userId' in user ? String(user.userId) : ''
}

/** Who is logged in: null for visitors, undefined while it is not known yet. */
export function useCurrentUser(): CurrentUser | null | undefined {
  const { data, error } = useAnswer('account', 'me', INPUT, { isAskedOnce: true })
  if (data) return { username: data.username, name: data.name, isAdmin: data.siteRole === 'admin' }
  // The boot data may hold null, which the operation itself never answers.
  return data === null || refusalOf(error)?.kind === 'loginRequired' ? null : undefined
}
