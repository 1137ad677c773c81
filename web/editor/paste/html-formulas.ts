import type { Inline } from '../markdown-blocks/blocks.ts'

/** What KaTeX, MathJax and Wikipedia draw a formula with. */
const DRAWN = '.katex, mjx-container, .mwe-math-element, math'

export interface Formula {
  /** In LaTeX. */
  readonly source: string
  readonly isBlock: boolean
}

/** The formula that this element draws, if its source came along; null for anything else. */
export function formulaIn(element: Element): Formula | null {
  const ours = element.getAttribute('data-formula')
  // Other editors have the same attribute, with the formula itself.
  if (ours === 'line' || ours === 'block') {
    const source = (element.textContent ?? '').replaceAll(/^\$+|(?<!\$)\$+$/g, '').trim()
    return source === '' ? null : { source, isBlock: ours === 'block' }
  }
  const drawn = element.matches(DRAWN) ? element : onlyDrawnIn(element)
  const math = drawn?.matches('math') ? drawn : drawn?.querySelector('math')
  const annotation = math?.querySelector('annotation[encoding="application/x-tex"]')
  const source = (annotation?.textContent ?? math?.getAttribute('alttext') ?? '')
    .trim()
    .replace(/^\{\\(?:display|text)style ([^]*)\}$/, '$1')
    .trim()
  if (source === '') return null
  return {
    source,
    isBlock: math?.getAttribute('display') === 'block' || element.matches('.katex-display, .math-block'),
  }
}

/** In its frame, as our readers' `.math-block`. */
const onlyDrawnIn = (element: Element): Element | null =>
  element.matches('.math, .katex-display') ? element.querySelector(DRAWN) : null

export function formulaInline({ source }: Formula): Inline {
  const line = source.replaceAll(/(?<!\s)\s*\n\s*/g, ' ')
  const mark = markAround(line, 1)
  return { type: 'mdRaw', props: { raw: `${mark}${line}${mark}` } }
}

export function formulaBlock({ source }: Formula): string {
  const mark = markAround(source, 2)
  return `${mark}\n${source}\n${mark}`
}

/** More dollar signs than stand together in the formula: fewer would end it. */
function markAround(source: string, least: number): string {
  let most = least - 1
  for (const [signs] of source.matchAll(/\$+/g)) most = Math.max(most, signs.length)
  return '$'.repeat(most + 1)
}
