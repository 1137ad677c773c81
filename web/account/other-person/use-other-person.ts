import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { refusalOf } from '#web/api/errors.ts'
import { server } from '#web/api/trpc.ts'
import { openedAs } from '#web/session/opened-as.ts'
import { isOfStoredUser } from '#web/session/stored-user.ts'

/**
 * Who is logged in in this browser instead of the person this document was made for; null for nobody. The server
 * reports it with any call; a login in another window causes a check.
 * @returns the username, and a function that hides it until another call is refused
 */
export function useOtherPerson(): readonly [other: string | null, forget: () => void] {
  const queryClient = useQueryClient()
  const [other, setOther] = useState<string | null>(null)
  const isOther = other !== null
  // Background queries must not show the message again to somebody who only wants to keep reading.
  const isForgotten = useRef(false)

  useEffect(() => {
    if (openedAs() === '') return undefined
    const hear = (error: unknown) => {
      const refusal = refusalOf(error)
      if (refusal?.kind === 'otherPerson') {
        isForgotten.current = false
        setOther(String(refusal.details['username']))
      }
      // Nobody is logged in any more, which screens handle themselves.
      else if (refusal?.kind === 'loginRequired') setOther(null)
    }
    const check = () => {
      server.account.me.query({}).then(() => setOther(null), hear)
    }
    const stored = (event: StorageEvent) => {
      if (isOfStoredUser(event)) check()
    }
    const ends = [
      queryClient.getQueryCache().subscribe((event) => {
        const isByItself = isForgotten.current && event.query.meta?.isQuiet
        if (event.type === 'updated' && event.action.type === 'error' && !isByItself) hear(event.action.error)
      }),
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated') return
        if (event.action.type === 'error') hear(event.action.error)
        if (event.action.type === 'success') setOther(null)
      }),
    ]
    window.addEventListener('storage', stored)
    // The person may have logged in again in another window.
    if (isOther) window.addEventListener('focus', check)
    return () => {
      for (const end of ends) end()
      window.removeEventListener('storage', stored)
      window.removeEventListener('focus', check)
    }
  }, [queryClient, isOther])

  const forget = () => {
    isForgotten.current = true
    setOther(null)
  }
  return [other, forget]
}
