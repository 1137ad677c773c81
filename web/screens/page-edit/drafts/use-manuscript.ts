import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Draft } from '#web/editor/draft-store.ts'
import { newEditorId } from '#web/editor/editor-id.ts'
import { deviceJournal, type PageDraft } from '#web/editor/drafts.ts'
import { goneDrafts } from '#web/editor/gone-drafts.ts'
import { Manuscript, type EditingServer } from '#web/editor/manuscript.ts'
import type { StartPage } from '../start-page.ts'

export interface ManuscriptProps {
  /** Null for a new one. */
  readonly editorId: string | null
  readonly itemId: number
  readonly username: string
  readonly start: StartPage
  readonly server: EditingServer
  current(): PageDraft
  /** Without a word being composed. */
  finished(): PageDraft
}

/** The state of the drafts of the open page. */
export interface KeptDrafts {
  /** When the text was last stored, to the minute; null when it was not. */
  readonly at: Date | null
  /** This device refuses to store drafts. */
  readonly isRefused: boolean
  /** The last draft did not reach the server. */
  readonly isOffline: boolean
  /** A draft left behind before; null when there is none. */
  readonly offered: Draft | null
}

/** Whether both are shown the same: the time by its minute. */
const isShownAlike = (one: KeptDrafts, other: KeptDrafts): boolean =>
  minuteOf(one) === minuteOf(other) &&
  one.isRefused === other.isRefused &&
  one.isOffline === other.isOffline &&
  one.offered === other.offered

const minuteOf = ({ at }: KeptDrafts): number | null => at && Math.floor(at.getTime() / 60_000)

const NOTHING_KEPT: KeptDrafts = { at: null, isRefused: false, isOffline: false, offered: null }

/** The manuscript of an open editor: it exists as long as the editor, and stores its text when the editor is closed. */
export function useManuscript({ editorId, itemId, username, start, server, current, finished }: ManuscriptProps) {
  const [kept, setKept] = useState(NOTHING_KEPT)
  const own = useRef<Manuscript | null>(null)
  const latest = useRef({ server, current, finished })
  useLayoutEffect(() => {
    latest.current = { server, current, finished }
  })

  const look = () => {
    const { drafts } = manuscript()
    const now: KeptDrafts = {
      at: drafts.keptAt === null ? null : new Date(drafts.keptAt),
      isRefused: drafts.isRefused,
      isOffline: drafts.isUnreached || !navigator.onLine,
      offered: drafts.offered,
    }
    // While typing, drafts are stored every second: the same state again is not rendered again.
    setKept((before) => (isShownAlike(before, now) ? before : now))
  }
  const manuscript = (): Manuscript =>
    (own.current ??= new Manuscript({
      id: editorId ?? newEditorId(),
      username,
      itemId,
      start,
      journal: deviceJournal,
      gone: goneDrafts,
      server: {
        save: (request) => latest.current.server.save(request),
        newest: (pageId) => latest.current.server.newest(pageId),
        isRefused: server.isRefused,
        isNewer: server.isNewer,
        drafts: server.drafts,
      },
      current: () => latest.current.current(),
      finished: () => latest.current.finished(),
      onChange: look,
    }))

  const onOpened = useEffectEvent(() => void manuscript().drafts.look())
  const onHidden = useEffectEvent(() => {
    if (document.visibilityState === 'hidden') manuscript().drafts.flush()
  })
  const onLeft = useEffectEvent(() => manuscript().drafts.flush())
  const onLine = useEffectEvent(() => {
    // Without this, the line would say "offline" until the next draft is due.
    if (navigator.onLine) manuscript().drafts.flush()
    look()
  })
  useEffect(() => {
    onOpened()
    const hidden = () => onHidden()
    const left = () => onLeft()
    const line = () => onLine()
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', left)
    for (const change of ['online', 'offline']) window.addEventListener(change, line)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', left)
      for (const change of ['online', 'offline']) window.removeEventListener(change, line)
    }
  }, [])
  // A layout effect is cleaned up before the face is unmounted with its text. It is also cleaned up and run again when
  // the screen suspends because one of its parts is loading.
  useLayoutEffect(() => {
    own.current?.drafts.reopen()
    return () => own.current?.drafts.close()
  }, [])

  return { manuscript, kept }
}
