import { useEffect, useState } from 'react'
import { ShownMarkdown } from '#web/article/shown-markdown.tsx'

export interface DrawnPictureProps {
  readonly markdown: string
}

/** After the last key press, so that drawing does not slow down typing. */
const PAUSE_MS = 300

/** A diagram or a formula as shown to readers, beside its source. */
export function DrawnPicture({ markdown }: DrawnPictureProps) {
  const [drawn, setDrawn] = useState(markdown)
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(markdown), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [markdown])
  return (
    <div className="drawn-picture" contentEditable={false}>
      <ShownMarkdown markdown={drawn} />
    </div>
  )
}
