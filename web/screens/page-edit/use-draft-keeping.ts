import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { limits } from '#core/limits.ts'
import type { Draft } from '#web/editor/draft-store.ts'
import { keepDraft, offeredDrafts, removeDraft, type PageDraft } from '#web/editor/drafts.ts'
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
  const [isRefused, setRefused] = useState(false)
  const [offered, setOffered] = useState<readonly Draft[]>([])
  const pauseTimer = useRef(0)
  const isTouched = useRef(false)
  const [id] = useState(() => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`)
  // A new page has its number before the next rendering knows it.
  const ownPageId = useRef(pageId)

  /** A browser that refuses drafts is told of, and changes nothing else: the text itself is not at stake. */
  const attempt = async (deed: () => Promise<void>): Promise<boolean> => {
    try {
      await deed()
      setRefused(false)
      return true
    } catch {
      setRefused(true)
      return false
    }
  }
  /** False when the text could not be kept. */
  const keepNow = async (): Promise<boolean> => {
    if (!isTouched.current || !isUnsaved()) return true
    isTouched.current = false
    const { page, revision } = base.current
    const at = Date.now()
    const place = { username, itemId, pageId: ownPageId.current }
    const draft = { id, ...place, ...current(), base: revision === null ? null : { revision, ...page }, keptAt: at }
    const isKept = await attempt(() => keepDraft(draft))
    if (isKept) setKeptAt(new Date(at))
    else isTouched.current = true
    return isKept
  }
  const keep = useEffectEvent(() => void keepNow())
  const look = useEffectEvent(() => offeredDrafts({ username, itemId, pageId }, base.current.page))

  useEffect(() => {
    let isHere = true
    look().then(
      (found) => isHere && setOffered(found),
      () => isHere && setRefused(true),
    )
    const timer = setInterval(() => keep(), limits.draftIntervalMs)
    const onHidden = () => {
      if (document.visibilityState === 'hidden') keep()
    }
    const onLeft = () => keep()
    document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('pagehide', onLeft)
    return () => {
      isHere = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('pagehide', onLeft)
    }
  }, [])
  // A layout effect ends before the face below takes its text away.
  useLayoutEffect(
    () => () => {
      clearTimeout(pauseTimer.current)
      keep()
    },
    [],
  )

  /** Kept under this editor's name before the old one goes. */
  const replace = async (oldId: string): Promise<void> => {
    if (await keepNow()) await attempt(() => removeDraft(oldId))
  }

  const [newest] = offered
  return {
    keptAt,
    isRefused,
    offered: newest ?? null,
    keepNow,
    touched() {
      isTouched.current = true
      clearTimeout(pauseTimer.current)
      pauseTimer.current = window.setTimeout(() => keep(), limits.draftPauseMs)
    },
    /** The server has the text: the draft goes, unless somebody typed on meanwhile. */
    async acknowledged(savedPageId: number): Promise<void> {
      ownPageId.current = savedPageId
      if (await attempt(() => removeDraft(id))) setKeptAt(null)
      isTouched.current = isUnsaved()
      await keepNow()
    },
    /** The draft that is offered; from now on it is this editor's own text. */
    takeOffered(): Draft | null {
      if (!newest) return null
      setOffered(offered.slice(1))
      isTouched.current = true
      window.setTimeout(() => void replace(newest.id), limits.draftPauseMs)
      return newest
    },
    /** Offered again when the page is opened the next time. */
    postponeOffered: () => setOffered(offered.slice(1)),
    async discardOffered() {
      if (!newest) return
      setOffered(offered.slice(1))
      await attempt(() => removeDraft(newest.id))
    },
  }
}
