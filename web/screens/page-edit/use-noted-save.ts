import { useEffect, useEffectEvent } from 'react'
import { api } from '#web/api/trpc.ts'
import type { PageWork } from './use-page-work.ts'

/** Remembers that the person edited this page, for the list of recently edited pages. */
export function useNotedSave({ state, pageId }: PageWork): void {
  const cache = api.useUtils()
  const noting = api.page.noteVisit.useMutation({
    meta: { isQuiet: true },
    onSuccess: () => void cache.page.recent.invalidate(),
  })
  const note = useEffectEvent(() => noting.mutate({ pageId, hasSaved: true }))
  const revision = state.kind === 'saved' ? state.revision : 0
  useEffect(() => {
    if (revision > 0) note()
  }, [revision])
}
