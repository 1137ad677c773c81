import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { limits } from '#core/limits.ts'
import { deviceJournal, type DraftPlace } from '#web/editor/drafts.ts'
import { newEditorId } from '#web/editor/editor-id.ts'
import { MARKDOWN, RICH } from '#web/editor/markdown-faces.tsx'
import { storable } from '#web/editor/storable.ts'
import { rememberedFace } from '#web/session/editor-face.ts'
import { loadEarlyForm, withEarlyText } from '../early-form.ts'

export interface EarlyDraftProps {
  /** Null while the writer is not known. */
  readonly place: DraftPlace | null
  readonly catalogId: number
  readonly title: string
  readonly text: string
  /** Whether the editor is still loaded: what is typed later is kept by the editor. */
  readonly isLoading: boolean
}

/**
 * Keeps what is typed for a new page while its editor is loaded.
 * @returns the id of the editor, whose draft it is: the same for the editor that goes on with the text
 */
export function useEarlyDraft({ place, catalogId, title, text, isLoading }: EarlyDraftProps): string {
  const [id] = useState(newEditorId)
  const isNew = useRef(false)
  const keptAt = useRef(0)
  const keep = useEffectEvent(() => {
    if (!isNew.current || !place) return
    isNew.current = false
    // Later than the one before, whatever the clock of the device does.
    keptAt.current = Math.max(Date.now(), keptAt.current + 1)
    const face = rememberedFace(MARKDOWN) ?? RICH
    const content = withEarlyText(text, { content: '', side: 'above', face })
    const page = { title: storable(title), content: storable(content), catalogId }
    // Where the device keeps no drafts, the editor says so once it is there.
    deviceJournal.put({ id, ...place, ...page, base: null, keptAt: keptAt.current }).catch(() => undefined)
  })
  useEffect(() => {
    if (!isLoading || (title === '' && text === '' && keptAt.current === 0)) return undefined
    isNew.current = true
    // At once the first time: a browser that is left has no time to open the journal.
    const timer = setTimeout(() => keep(), keptAt.current === 0 ? 0 : limits.draftPauseMs)
    return () => clearTimeout(timer)
  }, [isLoading, title, text])
  const hasText = isLoading && text !== ''
  useEffect(() => {
    if (!hasText) return undefined
    let isHere = true
    const load = async () => {
      await loadEarlyForm()
      if (!isHere) return
      isNew.current = true
      keep()
    }
    void load()
    return () => {
      isHere = false
    }
  }, [hasText])
  useEffect(() => {
    const left = () => keep()
    const hidden = () => {
      if (document.visibilityState === 'hidden') keep()
    }
    window.addEventListener('pagehide', left)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      window.removeEventListener('pagehide', left)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [])
  // Before the kept texts are looked for, which are shown when the page cannot be edited.
  useLayoutEffect(() => {
    if (!isLoading) return undefined
    return () => keep()
  }, [isLoading])
  return id
}
