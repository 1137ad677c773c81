import '../../styles/article.css'
import { useDeferredValue, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Html } from '../../parts/html.tsx'
import { useArticleExtras } from '#web/article/use-article-extras.ts'
import { safeArticle } from './safe-article.ts'

export interface PreviewProps {
  readonly markdown: string
}

/** The page as readers will see it. */
export function Preview({ markdown }: PreviewProps) {
  const { t } = useTranslation('editor')
  const shown = useDeferredValue(markdown)
  const html = useMemo(() => safeArticle(shown), [shown])
  const article = useRef<HTMLDivElement>(null)
  useArticleExtras(article, html)
  return (
    <section className="preview" aria-label={t('preview.label')}>
      <Html className="article" ref={article} html={html} />
    </section>
  )
}
