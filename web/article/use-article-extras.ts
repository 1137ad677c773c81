import { useEffect, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useColorScheme } from '#web/session/color-scheme.ts'

/** What the browser adds to an article: buttons that copy code, formulas, diagrams. Each is loaded where it is used. */
export function useArticleExtras(article: RefObject<HTMLElement | null>, html: string): void {
  const { t } = useTranslation(['reader', 'common'])
  const scheme = useColorScheme()

  useEffect(() => {
    if (html !== '' && article.current?.querySelector('.code-block')) {
      void import('../reader-parts.ts').then(
        ({ addCopyButtons }) => article.current && addCopyButtons(article.current, t),
      )
    }
  }, [article, html, t])

  useEffect(() => {
    if (html !== '' && article.current?.querySelector('.math')) {
      void import('./formulas.ts').then(({ drawFormulas }) => article.current && drawFormulas(article.current))
    }
  }, [article, html])

  useEffect(() => {
    if (html !== '' && article.current?.querySelector('.mermaid')) {
      void import('./diagrams.ts').then(({ drawDiagrams }) => article.current && drawDiagrams(article.current, scheme))
    }
  }, [article, html, scheme])
}
