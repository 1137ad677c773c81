import { refusalOf } from '../api/errors.ts'
import { api } from '../api/trpc.ts'

export interface CurrentUser {
  readonly username: string
  readonly name: string
  readonly isAdmin: boolean
}

const INPUT = { redirectLogin: false }

/** How the server tells in the boot data who is logged in: null for visitors. */
export const knownUser = (user: unknown) => ({ operation: ['account', 'me'], input: INPUT, answer: user }) as const

/** Who is logged in: null for visitors, undefined while it is not known yet. */
export function useCurrentUser(): CurrentUser | null | undefined {
  const { data, error } = api.account.me.useQuery(INPUT, { staleTime: Infinity, retry: false, meta: { isQuiet: true } })
  if (data) return { username: data.username, name: data.name, isAdmin: data.groupid === 'admin' }
  // The boot data may hold null, which the operation itself never answers.
  return data === null || refusalOf(error)?.kind === 'loginRequired' ? null : undefined
}
