import { refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { useCurrentUser, type CurrentUser } from '#web/session/current-user.tsx'

/**
 * Who writes: null for visitors, undefined while it is not known. Whoever was refused something is asked for again,
 * because the session may have ended since this document was opened.
 */
export function useWriter(isRefused: boolean): CurrentUser | null | undefined {
  const known = useCurrentUser()
  const asked = api.account.me.useQuery(
    { redirectLogin: false },
    { enabled: isRefused, staleTime: 0, retry: false, meta: { isQuiet: true } },
  )
  if (isRefused && refusalOf(asked.error)?.kind === 'loginRequired') return null
  return isRefused && known && !asked.isFetchedAfterMount ? undefined : known
}
