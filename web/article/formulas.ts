import 'katex/dist/katex.min.css'
import katex from 'katex'
import { copyWithSources } from './copied-formulas.ts'

// Chinese in formulas is common, but not valid LaTeX.
const TOLERATED: readonly string[] = ['unicodeTextInMathMode', 'unknownSymbol', 'symbolNotInFont']

/** Renders the formulas of an article. A formula that cannot be rendered stays as source. */
export function drawFormulas(article: HTMLElement): void {
  if (article.matches('.article:not([data-copied])')) {
    article.dataset['copied'] = 'true'
    copyWithSources(article)
  }
  for (const element of article.querySelectorAll<HTMLElement>('.math:not([data-drawn])')) {
    element.dataset['drawn'] = 'true'
    element.dataset['source'] = element.textContent
    katex.render(element.textContent, element, {
      displayMode: element.classList.contains('math-block'),
      // Formulas are untrusted input (threats X3).
      trust: false,
      strict: (code: string) => (TOLERATED.includes(code) ? 'ignore' : 'error'),
      maxExpand: 1000,
      maxSize: 10,
      throwOnError: false,
    })
  }
}
