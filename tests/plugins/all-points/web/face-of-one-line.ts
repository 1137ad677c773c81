import { useEffect, useEffectEvent, useRef } from 'react'
import type { FaceProps } from '#web/editor/face-controls.ts'

/** Tells the editor what the page says, and when it says something else. */
export function useFaceOfOneLine({ content, onControls, onTouched }: FaceProps, text: string): void {
  const latest = useRef(content)
  const announce = useEffectEvent(onControls)
  const touched = useEffectEvent(onTouched)
  useEffect(() => {
    announce({ content: () => latest.current, focus: () => undefined })
    return () => announce(null)
  }, [])
  useEffect(() => {
    if (latest.current === text) return
    latest.current = text
    touched()
  }, [text])
}
