import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { Draft } from '#web/editor/draft-store.ts'
import {
  DRAFT_INTERVAL_MS,
  DRAFT_PAUSE_MS,
  keepDraft,
  offeredDrafts,
  removeDraft,
  type PageDraft,
} from '#web/editor/drafts.ts'
import type { BasePage } from './use-page-work.ts'

export interface DraftKeepingOptions {
  readonly username: string
  readonly itemId: number
  readonly pageId: number
  readonly base: RefObject<BasePage>
  current(): PageDraft
  isUnsaved(): boolean
}

/** Keeps what the server does not have yet on this device, and offers what was left there before. */
export function useDraftKeeping({ username, itemId, pageId, base, current, isUnsaved }: DraftKeepingOptions) {
  const [keptAt, setKeptAt] = useState<Date | null>(null)
  const [offered, setOffered] = useState<readonly Draft[]>([])
  const pauseTimer = useRef(0)
  const isTouched = useRef(false)
  const [id] = useState(() => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`)
  const place = { username, itemId, pageId }

  const keepNow = async (): Promise<void> => {
    if (!isTouched.current || !isUnsaved()) return
    isTouched.current = false
    const { page, revision } = base.current
    const at = Date.now()
    await keepDraft({ id, ...place, ...current(), base: revision === null ? null : { revision, ...page }, keptAt: at })
    setKeptAt(new Date(at))
  }
  const keep = useEffectEvent(() => void keepNow())
  const look = useEffectEvent(() => offeredDrafts(place, base.current.page))

  useEffect(() => {
    let isHere = true
    void look().then((found) => isHere && setOffered(found))
    const timer = setInterval(() => keep(), DRAFT_INTERVAL_MS)
    const onHidden = () => {
      if (document.visibilityState === 'hidden') keep()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      isHere = false
      clearInterval(timer)
      clearTimeout(pauseTimer.current)
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [])

  const [newest] = offered
  return {
    keptAt,
    offered: newest ?? null,
    keepNow,
    touched() {
      isTouched.current = true
      clearTimeout(pauseTimer.current)
      pauseTimer.current = window.setTimeout(() => keep(), DRAFT_PAUSE_MS)
    },
    /** The server has the text: the draft goes, unless somebody typed on meanwhile. */
    async acknowledged() {
      await removeDraft(id)
      setKeptAt(null)
      isTouched.current = isUnsaved()
      if (isTouched.current) await keepNow()
    },
    /** The draft that is offered; from now on it is this editor's own text. */
    takeOffered(): Draft | null {
      if (!newest) return null
      setOffered(offered.slice(1))
      isTouched.current = true
      // Kept under this editor's name before the old one goes.
      window.setTimeout(() => void keepNow().then(() => removeDraft(newest.id)), DRAFT_PAUSE_MS)
      return newest
    },
    /** Offered again when the page is opened the next time. */
    postponeOffered: () => setOffered(offered.slice(1)),
    async discardOffered() {
      if (!newest) return
      setOffered(offered.slice(1))
      await removeDraft(newest.id)
    },
  }
}
