import DOMPurify from 'dompurify'

// Larger ones would hold up the browser (threats X3).
const LONGEST = 50_000

/** With which a text of anybody is drawn. */
export const SAFE_SETTINGS = {
  startOnLoad: false,
  securityLevel: 'strict',
  htmlLabels: false,
  flowchart: { htmlLabels: false },
  maxTextSize: LONGEST,
  maxEdges: 500,
  suppressErrorRendering: true,
} as const

/** An SVG that may be put into a document. */
export const harmlessSvg = (svg: string): DocumentFragment =>
  DOMPurify.sanitize(svg, { USE_PROFILES: { svg: true, svgFilters: true }, RETURN_DOM_FRAGMENT: true })

/** What mermaid measures its texts in: at the end of the body it would make the page longer meanwhile. */
export function hiddenGround(): HTMLElement {
  const ground = document.createElement('div')
  ground.setAttribute('aria-hidden', 'true')
  Object.assign(ground.style, { position: 'fixed', inset: '0', visibility: 'hidden', overflow: 'hidden', zIndex: '-1' })
  document.body.append(ground)
  return ground
}
