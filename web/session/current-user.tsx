import { api } from '../api/trpc.ts'
import { refusalOf } from '../api/errors.ts'

export interface CurrentUser {
  readonly username: string
  readonly name: string
  readonly isAdmin: boolean
}

/** Who is logged in: null for visitors, undefined while it is not known yet. */
export function useCurrentUser(): CurrentUser | null | undefined {
  const me = api.account.me.useQuery(
    { redirectLogin: false },
    { staleTime: Infinity, retry: false, meta: { isQuiet: true } },
  )
  if (me.data) return { username: me.data.username, name: me.data.name, isAdmin: me.data.groupid === 'admin' }
  return refusalOf(me.error)?.kind === 'loginRequired' ? null : undefined
}
