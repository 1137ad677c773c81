import { useEffect, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { addArticleTools } from './article-tools.ts'
import { useColorScheme } from '#web/session/color-scheme.ts'

/** Must be the same at every call. */
type LoadTools = () => Promise<typeof addArticleTools>

/**
 * Browser features for an article: its tools, formulas, diagrams. Each is loaded on demand; the tools by the component
 * that shows the article, because readers load them together with other small parts.
 */
export function useArticleExtras(article: RefObject<HTMLElement | null>, html: string, loadTools: LoadTools): void {
  const { t } = useTranslation(['reader', 'common'])
  const scheme = useColorScheme()

  useEffect(() => {
    if (html !== '') void loadTools().then((add) => article.current && add(article.current, t))
  }, [article, html, loadTools, t])

  useEffect(() => {
    if (html !== '' && article.current?.querySelector('.math')) {
      void import('./formulas.ts').then(({ drawFormulas }) => article.current && drawFormulas(article.current))
    }
  }, [article, html])

  useEffect(() => {
    if (html !== '' && article.current?.querySelector('.mermaid')) {
      void import('./diagrams.ts').then(
        ({ drawDiagrams }) => article.current && drawDiagrams(article.current, scheme, t),
      )
    }
  }, [article, html, scheme, t])
}
