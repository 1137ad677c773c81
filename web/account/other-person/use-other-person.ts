import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { refusalOf } from '#web/api/errors.ts'
import { server } from '#web/api/trpc.ts'
import { openedAs } from '#web/session/opened-as.ts'
import { isOfStoredUser } from '#web/session/stored-user.ts'

/**
 * Who is logged in in this browser instead of the person this document was opened for; null as long as nobody is. The
 * server says it to whatever it is asked; a login in another window is a reason to ask.
 * @returns the username, and how to forget it until the person does something that is refused
 */
export function useOtherPerson(): readonly [other: string | null, forget: () => void] {
  const queryClient = useQueryClient()
  const [other, setOther] = useState<string | null>(null)
  const isOther = other !== null
  // What the screen asks by itself is no reason to tell somebody again who only wants to read on.
  const isForgotten = useRef(false)

  useEffect(() => {
    if (openedAs() === '') return undefined
    const hear = (error: unknown) => {
      const refusal = refusalOf(error)
      if (refusal?.kind === 'otherPerson') {
        isForgotten.current = false
        setOther(String(refusal.details['username']))
      }
      // Nobody is logged in any more, which screens say themselves.
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
    // Whoever comes back to this window may have logged in again elsewhere.
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
