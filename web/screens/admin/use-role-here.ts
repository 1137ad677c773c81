import { useQueryClient, type MutationCacheNotifyEvent, type QueryCacheNotifyEvent } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refusalOf } from '../../api/errors.ts'
import { api } from '../../api/trpc.ts'

const ASKED_MS = 60_000
/** What a call is refused with when the caller does not administer the site, or not before something is done. */
const KINDS: readonly (string | null)[] = ['notAllowed', 'secondFactorDue']

/**
 * Who is here, asked again every minute and when a call is refused: another administrator may end the rights of somebody
 * who has the console open. `hasLeft` from then on.
 */
export function useRoleHere() {
  const queryClient = useQueryClient()
  // It waits for the connection: every look would say that there is none.
  const me = api.account.me.useQuery({}, { refetchInterval: ASKED_MS, networkMode: 'online' })
  const isAdmin = me.data?.siteRole === 'admin'
  const [wasAdmin, setWasAdmin] = useState(isAdmin)
  if (isAdmin && !wasAdmin) setWasAdmin(true)

  const { refetch } = me
  useEffect(() => {
    const hear = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent): void => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      if (KINDS.includes(refusalOf(event.action.error)?.kind ?? null)) void refetch()
    }
    const ends = [queryClient.getQueryCache().subscribe(hear), queryClient.getMutationCache().subscribe(hear)]
    return () => {
      for (const end of ends) end()
    }
  }, [queryClient, refetch])
  return { me, hasLeft: me.data !== undefined && !isAdmin && wasAdmin }
}
