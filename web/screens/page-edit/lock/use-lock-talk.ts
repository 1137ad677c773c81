import { useEffect, useEffectEvent, useState } from 'react'
import { limits } from '#core/limits.ts'
import { refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { atSite } from '#web/site-path.ts'
import { openedAs } from '#web/session/opened-as.ts'
import type { PageLock } from './use-page-lock.ts'

/** The communication between people who want to edit a page and the one who has it locked. */
export interface LockTalk {
  /** How long the person with the lock has not typed; null when unknown. */
  readonly idleMs: number | null
  /** The usernames of people who request it while this window has the lock. */
  readonly askedBy: readonly string[]
  readonly ownRequest: 'none' | 'waiting' | 'declined'
  /** The server refused the last request; its message. */
  readonly problem: string | null
  ask(): void
  withdraw(): void
  decline(username: string): void
}

const quietly = { meta: { isQuiet: true } } as const

/** Active while this window has the lock, and while somebody else has it. */
export function useLockTalk({ state, keeper, pageId, tab }: PageLock): LockTalk {
  const cache = api.useUtils()
  const isFollowed = pageId !== 0 && ['held', 'taken', 'copy'].includes(state.kind)
  const [isAsking, setAsking] = useState(false)
  // It was granted.
  if (isAsking && state.kind === 'held') setAsking(false)
  const isWaiting = isAsking && (state.kind === 'taken' || (state.kind === 'copy' && state.who !== null))
  const talk = api.page.lockRequests.useQuery(
    { pageId, tab },
    {
      ...quietly,
      enabled: isFollowed,
      staleTime: 0,
      refetchInterval: limits.lockAskedLookMs,
      // People who wait must not miss that the page was handed over.
      refetchIntervalInBackground: isWaiting,
      refetchOnWindowFocus: true,
    },
  ).data
  const asking = api.page.askForLock.useMutation(quietly)
  const declining = api.page.declineLockRequest.useMutation(quietly)
  const look = () => void cache.page.lockRequests.invalidate({ pageId, tab })

  const renew = useEffectEvent(() => asking.mutate({ pageId }, { onSettled: look }))
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => renew(), limits.lockRequestMs / 3)
    return () => clearInterval(timer)
  }, [isWaiting])
  // Leaving cancels the request.
  useEffect(() => {
    if (!isWaiting) return undefined
    const leave = () => sayWithdrawn(pageId)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [isWaiting, pageId])
  // The keeper takes a lock that is free, or was handed over.
  const isDue = isWaiting && talk !== undefined && (!talk.isLocked || talk.isOwn)
  useEffect(() => {
    if (isDue) void keeper.look()
  }, [isDue, keeper])

  const error = asking.error ?? declining.error
  return {
    idleMs: talk?.isLocked === true ? talk.idleMs : null,
    askedBy: state.kind === 'held' && talk?.isThisTab === true ? talk.askedBy : [],
    ownRequest: isAsking ? (talk?.ownRequest === 'declined' ? 'declined' : 'waiting') : 'none',
    problem: error ? (refusalOf(error)?.message ?? null) : null,
    ask() {
      setAsking(true)
      asking.mutate({ pageId }, { onSettled: look, onError: () => setAsking(false) })
    },
    // When a person leaves or cancels, this is reported above.
    withdraw: () => setAsking(false),
    decline: (username) => declining.mutate({ pageId, username }, { onSettled: look }),
  }
}

/** The browser sends it even when the window closes immediately. */
function sayWithdrawn(pageId: number): void {
  const form = new URLSearchParams({ page_id: String(pageId) })
  navigator.sendBeacon(atSite(`/api/page/withdrawLockRequest?opened_as=${openedAs()}`), form)
}
