import { useDeferredValue } from 'react'
import { ShownMarkdown } from '#web/article/shown-markdown.tsx'

export interface PreviewProps {
  readonly markdown: string
  /** Called with the rendering time. */
  onRendered?(milliseconds: number): void
}

/** The page as shown to readers. */
export function Preview({ markdown, onRendered }: PreviewProps) {
  return (
    <div className="preview">
      <ShownMarkdown markdown={useDeferredValue(markdown)} hasLines {...(onRendered && { onRendered })} />
    </div>
  )
}
