import 'katex/dist/katex.min.css'
import katex from 'katex'

// Chinese in a formula is no LaTeX, and common.
const TOLERATED: readonly string[] = ['unicodeTextInMathMode', 'unknownSymbol', 'symbolNotInFont']

/** Draws the formulas of an article. A formula that cannot be drawn stays as it was typed. */
export function drawFormulas(article: HTMLElement): void {
  for (const element of article.querySelectorAll<HTMLElement>('.math:not([data-drawn])')) {
    element.dataset['drawn'] = 'true'
    katex.render(element.textContent, element, {
      displayMode: element.classList.contains('math-block'),
      // Formulas are written by anybody who may edit (threats X3).
      trust: false,
      strict: (code: string) => (TOLERATED.includes(code) ? 'ignore' : 'error'),
      maxExpand: 1000,
      maxSize: 10,
      throwOnError: false,
    })
  }
}
