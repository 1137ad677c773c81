import DOMPurify from 'dompurify'
import mermaid from 'mermaid'
import { diagramSource } from './diagram-source.ts'
import type { ColorScheme } from '#web/session/color-scheme.ts'

// Larger ones would hold up the browser (threats X3).
const LONGEST = 50_000

const sources = new WeakMap<HTMLElement, string>()
let lastId = 0

/** Draws the diagrams of an article in the colours on screen. One that cannot be drawn stays as it was typed. */
export async function drawDiagrams(article: HTMLElement, scheme: ColorScheme): Promise<void> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    maxTextSize: LONGEST,
    maxEdges: 500,
    theme: scheme === 'dark' ? 'dark' : 'neutral',
    fontFamily: 'inherit',
  })
  for (const element of article.querySelectorAll<HTMLElement>('pre.mermaid')) await drawDiagram(element)
}

async function drawDiagram(element: HTMLElement): Promise<void> {
  const source = sources.get(element) ?? element.textContent
  sources.set(element, source)
  try {
    const { svg } = await mermaid.render(`diagram-${++lastId}`, diagramSource(source))
    const drawn = DOMPurify.sanitize(svg, { USE_PROFILES: { svg: true, svgFilters: true }, RETURN_DOM_FRAGMENT: true })
    element.replaceChildren(drawn)
    element.dataset['drawn'] = 'true'
  } catch {
    // Not a diagram mermaid understands: its text says more than a picture of a bomb.
    element.textContent = source
  }
}
