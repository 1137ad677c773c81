import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { ShownMarkdown } from '#web/article/shown-markdown.tsx'

export interface PreviewProps {
  readonly markdown: string
  /** Called with the rendering time. */
  onRendered?(milliseconds: number): void
}

/** The page as shown to readers. */
export function Preview({ markdown, onRendered }: PreviewProps) {
  const { t } = useTranslation('editor')
  return (
    <section className="preview" aria-label={t('preview.label')}>
      <ShownMarkdown markdown={useDeferredValue(markdown)} hasLines {...(onRendered && { onRendered })} />
    </section>
  )
}
