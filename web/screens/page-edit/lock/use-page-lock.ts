import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '#core/limits.ts'
import { api } from '#web/api/trpc.ts'
import type { BasePage } from '#web/editor/draft-keeper.ts'
import { newEditorId } from '#web/editor/editor-id.ts'
import { openedAs } from '#web/session/opened-as.ts'
import { isWritable, LockKeeper, type LockState } from './lock-keeper.ts'
import { forgetWindow, goneWindows, presentWindow } from './own-windows.ts'
import { atSite } from '#web/site-path.ts'
import { ownName } from '#web/session/own-names.ts'

export interface PageLockOptions {
  readonly itemId: number
  readonly username: string
  /** 0 for a page that was never saved. */
  readonly pageId: number
  /** The element with the text: it receives no keys as long as nothing may be written. */
  readonly place: RefObject<HTMLElement | null>
  /** The base of the text. */
  base(): BasePage
}

export interface PageLock {
  readonly state: LockState
  readonly isWritable: boolean
  readonly keeper: LockKeeper
  readonly pageId: number
  /** Identifies this window. */
  readonly tab: string
}

/** The lock of the page in the editor, from opening it to leaving it. */
export function usePageLock({ itemId, username, pageId, place, base }: PageLockOptions): PageLock {
  const cache = api.useUtils()
  const quietly = { meta: { isQuiet: true } }
  const order = api.page.setLock.useMutation(quietly)
  const seizing = api.page.breakLock.useMutation(quietly)
  const [state, setState] = useState<LockState>({ kind: pageId === 0 ? 'none' : 'asking' })
  const [tab] = useState(newEditorId)
  const [written] = useState(() => new LastWritten())
  const [keeper] = useState(
    () =>
      new LockKeeper(
        {
          take: (wish) => order.mutateAsync({ ...wish, itemId, tab, idleMs: written.idleMs() }),
          release: (id) => order.mutateAsync({ pageId: id, itemId, tab, lockTo: LONG_OVER }),
          sayGoodbye: (id) => sayGoodbye(id, itemId, tab),
          async releaseGone(id) {
            const gone = await goneWindows(id)
            for (const window of gone) {
              await order.mutateAsync({ pageId: id, itemId, tab: window, lockTo: LONG_OVER })
              forgetWindow(window)
            }
            return gone.length > 0
          },
          async look(id) {
            await cache.page.lockState.invalidate({ pageId: id, tab })
            return cache.page.lockState.fetch({ pageId: id, tab }, { meta: { isQuiet: true } })
          },
          seize: (id) => seizing.mutateAsync({ pageId: id }),
          username,
          baseRevision: () => base().revision,
          now: () => Date.now(),
        },
        setState,
      ),
  )

  const opened = useRef(pageId)
  useEffect(() => {
    written.now()
    keeper.open(opened.current, isReturning(opened.current))
    return () => {
      forget()
      keeper.close()
    }
  }, [keeper, written])
  useEffect(() => {
    opened.current = pageId
    keeper.adopt(pageId)
    remember(pageId)
  }, [keeper, pageId])
  useEffect(() => (pageId === 0 ? undefined : presentWindow(tab, pageId)), [tab, pageId])

  const compose = useEffectEvent((event: Event) => {
    if (event.type === 'compositionend') keeper.endWord()
    else if (event.target instanceof Node && place.current?.contains(event.target) === true) keeper.beginWord()
  })
  const wake = useEffectEvent(() => {
    if (document.visibilityState === 'visible') keeper.wake()
  })
  const guard = useEffectEvent((event: Event) => {
    const inside = event.target instanceof Node && place.current?.contains(event.target) === true
    if (!inside || !writes(event)) return
    let mayWrite = true
    flushSync(() => {
      mayWrite = keeper.mayWrite()
    })
    if (mayWrite) written.now()
    if (mayWrite) return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const goAway = () => keeper.goAway()
    const come = () => wake()
    const hold = (event: Event) => guard(event)
    document.addEventListener('visibilitychange', come)
    for (const name of WAKING) window.addEventListener(name, come)
    window.addEventListener('pagehide', goAway)
    const composed = (event: Event) => compose(event)
    for (const name of WRITING) document.addEventListener(name, hold, { capture: true })
    for (const name of COMPOSING) document.addEventListener(name, composed, { capture: true })
    return () => {
      document.removeEventListener('visibilitychange', come)
      for (const name of WAKING) window.removeEventListener(name, come)
      window.removeEventListener('pagehide', goAway)
      for (const name of WRITING) document.removeEventListener(name, hold, { capture: true })
      for (const name of COMPOSING) document.removeEventListener(name, composed, { capture: true })
    }
  }, [keeper])

  return { state, isWritable: isWritable(state), keeper, pageId, tab }
}

/** When something was last typed in this window. */
class LastWritten {
  #at = Date.now()
  now(): void {
    this.#at = Date.now()
  }
  /** Limited to what the server accepts. A clock may have been set back. */
  idleMs(): number {
    return Math.min(Math.max(0, Date.now() - this.#at), limits.lockIdleMs)
  }
}

/** An expiry time that has passed according to any clock (LOCK-09). */
const LONG_OVER = 1_000
const WAKING = ['focus', 'online', 'pageshow'] as const
const COMPOSING = ['compositionstart', 'compositionend'] as const
const WRITING = ['keydown', 'beforeinput', 'paste', 'cut', 'drop'] as const

const writes = (event: Event): boolean =>
  !(event instanceof KeyboardEvent) ||
  (!event.ctrlKey && !event.metaKey && (event.key.length === 1 || ['Enter', 'Backspace', 'Delete'].includes(event.key)))

/**
 * The browser sends it even when the window closes immediately, with the cookie: scripts of the page cannot know the
 * login token (LOCK-10). Programs without cookies send `user_token` instead.
 */
function sayGoodbye(pageId: number, itemId: number, tab: string): void {
  const fields = { page_id: pageId, item_id: itemId, tab, lock_to: LONG_OVER }
  const form = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  navigator.sendBeacon(atSite(`/api/page/setLock?opened_as=${openedAs()}`), form)
}

// A reloaded document is the same window to the person, though its release may arrive after its return.
const KEPT = 'locked_page'
const remember = (pageId: number): void => {
  if (pageId !== 0) kept((storage) => storage.setItem(ownName(KEPT), String(pageId)))
}
const forget = (): void => {
  kept((storage) => storage.removeItem(ownName(KEPT)))
}
const isReturning = (pageId: number): boolean =>
  kept((storage) => storage.getItem(ownName(KEPT)) === String(pageId)) ?? false

/** Null in browsers without storage. */
function kept<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(sessionStorage)
  } catch {
    return null
  }
}
