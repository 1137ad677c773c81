import { useEffect, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { addCopyButtons } from './copy-buttons.ts'
import { useColorScheme } from '#web/session/color-scheme.ts'

/** The same at every call. */
type LoadCopyButtons = () => Promise<typeof addCopyButtons>

/**
 * What the browser adds to an article: buttons that copy code, formulas, diagrams. Each is loaded where it is used; the
 * buttons by whoever shows the article, for readers load them with other small parts.
 */
export function useArticleExtras(
  article: RefObject<HTMLElement | null>,
  html: string,
  loadCopyButtons: LoadCopyButtons,
): void {
  const { t } = useTranslation(['reader', 'common'])
  const scheme = useColorScheme()

  useEffect(() => {
    if (html !== '' && article.current?.querySelector('.code-block')) {
      void loadCopyButtons().then((add) => article.current && add(article.current, t))
    }
  }, [article, html, loadCopyButtons, t])

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
