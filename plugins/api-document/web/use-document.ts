import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { FaceProps } from '#web/editor/face-controls.ts'

export interface EditedDocument {
  readonly content: string
  /** Sets a content derived from the one that is shown. */
  change(content: string): void
}

/** The content behind the form, as the editor requests it. */
export function useDocument(
  { content: given, onControls, onTouched, isReadOnly }: FaceProps,
  place: RefObject<HTMLElement | null>,
): EditedDocument {
  const [content, setContent] = useState(given)
  const latest = useRef(given)
  const announce = useEffectEvent(onControls)
  useEffect(() => {
    announce({ content: () => latest.current, focus: () => place.current?.querySelector('input')?.focus() })
    return () => announce(null)
  }, [place])
  const change = (next: string) => {
    if (isReadOnly || next === latest.current) return
    latest.current = next
    setContent(next)
    onTouched()
  }
  return { content, change }
}
