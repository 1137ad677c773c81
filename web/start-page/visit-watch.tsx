import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { api } from '#web/api/trpc.ts'
import { onPageOnShow, pageOnShow } from '#web/article/page-on-show.ts'

/** Pages left sooner were only passed through. */
const READ_AFTER_MS = 5_000

/** Records which pages the person opens. */
export function VisitWatch() {
  const page = useSyncExternalStore(onPageOnShow, pageOnShow)
  const cache = api.useUtils()
  const noting = api.page.noteVisit.useMutation({
    meta: { isQuiet: true },
    onSuccess: () => void cache.page.recent.invalidate(),
  })
  const note = useEffectEvent((pageId: number) => noting.mutate({ pageId }))
  const pageId = page?.pageId ?? 0
  useEffect(() => {
    if (pageId === 0) return undefined
    const timer = setTimeout(() => note(pageId), READ_AFTER_MS)
    return () => clearTimeout(timer)
  }, [pageId])
  return null
}
