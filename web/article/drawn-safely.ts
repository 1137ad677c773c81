import DOMPurify from 'dompurify'

// Larger ones would block the browser (threats X3).
const LONGEST = 50_000

/**
 * Mermaid places labels without HTML worse than those with it: in mind maps, labels of nodes with a shape begin at its
 * middle, and those of sections in journeys have the colour of their box.
 */
const LABELS = `
  .mindmap-node > .label[transform^='translate(0,'] text { text-anchor: middle; }
  text.journey-section { fill: inherit; }
`

/** Settings for untrusted sources. */
export const SAFE_SETTINGS = {
  startOnLoad: false,
  securityLevel: 'strict',
  htmlLabels: false,
  flowchart: { htmlLabels: false },
  themeCSS: LABELS,
  maxTextSize: LONGEST,
  maxEdges: 500,
  suppressErrorRendering: true,
} as const

/** A sanitised SVG, safe to insert into a document. */
export const harmlessSvg = (svg: string): DocumentFragment =>
  DOMPurify.sanitize(svg, { USE_PROFILES: { svg: true, svgFilters: true }, RETURN_DOM_FRAGMENT: true })

/** Where mermaid measures its texts: at the end of the body it would temporarily make the page longer. */
export function hiddenGround(): HTMLElement {
  const ground = document.createElement('div')
  ground.setAttribute('aria-hidden', 'true')
  Object.assign(ground.style, { position: 'fixed', inset: '0', visibility: 'hidden', overflow: 'hidden', zIndex: '-1' })
  document.body.append(ground)
  return ground
}
