import DOMPurify from 'dompurify'
import type { TFunction } from 'i18next'
import mermaid from 'mermaid'
import { diagramSource } from './diagram-source.ts'
import type { ColorScheme } from '#web/session/color-scheme.ts'

// Larger ones would hold up the browser (threats X3).
const LONGEST = 50_000

const sources = new WeakMap<HTMLElement, string>()
let lastId = 0

type Texts = TFunction<['reader', 'common']>

/** Draws the diagrams of an article in the colours on screen. One that cannot be drawn stays as it was typed, and says so. */
export async function drawDiagrams(article: HTMLElement, scheme: ColorScheme, t: Texts): Promise<void> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    maxTextSize: LONGEST,
    maxEdges: 500,
    suppressErrorRendering: true,
    theme: scheme === 'dark' ? 'dark' : 'neutral',
    fontFamily: 'var(--font)',
  })
  const ground = hiddenGround()
  try {
    for (const element of article.querySelectorAll<HTMLElement>('pre.mermaid')) await drawDiagram(element, ground, t)
  } finally {
    ground.remove()
  }
}

/** What mermaid measures its texts in: at the end of the body it would make the page longer meanwhile. */
function hiddenGround(): HTMLElement {
  const ground = document.createElement('div')
  ground.setAttribute('aria-hidden', 'true')
  Object.assign(ground.style, { position: 'fixed', inset: '0', visibility: 'hidden', overflow: 'hidden', zIndex: '-1' })
  document.body.append(ground)
  return ground
}

async function drawDiagram(element: HTMLElement, ground: HTMLElement, t: Texts): Promise<void> {
  const source = sources.get(element) ?? element.textContent
  sources.set(element, source)
  try {
    const { svg } = await mermaid.render(`diagram-${++lastId}`, diagramSource(source), ground)
    const drawn = DOMPurify.sanitize(svg, { USE_PROFILES: { svg: true, svgFilters: true }, RETURN_DOM_FRAGMENT: true })
    element.replaceChildren(drawn)
    element.dataset['drawn'] = 'true'
  } catch (error) {
    // Not a diagram mermaid understands: its text says more than a picture of a bomb.
    delete element.dataset['drawn']
    const note = document.createElement('span')
    note.className = 'diagram-broken'
    const line = /\bline (\d+)/i.exec(String(error))?.[1]
    note.textContent = line === undefined ? t('diagram.broken') : t('diagram.brokenAt', { line })
    element.replaceChildren(note, source)
  } finally {
    ground.replaceChildren()
  }
}
