import { useEffect, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '#web/parts/use-copy.ts'
import { useColorScheme } from '#web/session/color-scheme.ts'

/** What the browser adds to an article: buttons that copy code, formulas, diagrams. The last two only where used. */
export function useArticleExtras(article: RefObject<HTMLElement | null>, html: string): void {
  const { t } = useTranslation('reader')
  const scheme = useColorScheme()
  const copyLabel = t('page.copyCode')
  const copy = useCopy()

  useEffect(() => {
    if (html === '') return
    const blocks = article.current?.querySelectorAll<HTMLElement>('.code-block') ?? []
    for (const block of blocks) addCopyButton(block, copyLabel, copy)
  }, [article, html, copyLabel, copy])

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

function addCopyButton(block: HTMLElement, label: string, copy: (text: string) => void): void {
  block.querySelector('.copy-code')?.remove()
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy-code'
  button.textContent = label
  button.addEventListener('click', () => copy(block.querySelector('code')?.textContent ?? ''))
  block.append(button)
}
