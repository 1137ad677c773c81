import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { ShownMarkdown } from '#web/article/shown-markdown.tsx'

export interface PreviewProps {
  readonly markdown: string
  /** Told how long it took to make HTML of it. */
  onRendered?(milliseconds: number): void
}

/** The page as readers will see it. */
export function Preview({ markdown, onRendered }: PreviewProps) {
  const { t } = useTranslation('editor')
  return (
    <section className="preview" aria-label={t('preview.label')}>
      <ShownMarkdown markdown={useDeferredValue(markdown)} hasLines {...(onRendered && { onRendered })} />
    </section>
  )
}
