const SVG = 'http://www.w3.org/2000/svg'
const HOST_CLASS = 'watermark'
const LINE_HEIGHT = 84
const GAP = 72
const LATIN_WIDTH = 8
const WIDE_WIDTH = 15
/** From this code point on, characters are as wide as they are high. */
const FIRST_WIDE_LETTER = '\u2e80'

/**
 * Covers the document with the text, and restores it when somebody removes or changes it. It is an image element, not a
 * background, because browsers do not print backgrounds. @returns a function that removes it
 */
export function keepWatermark(text: string): () => void {
  let host = watermarkOf(text)
  const observer = new MutationObserver(() => redraw())
  const show = (): void => {
    document.body.append(host)
    observer.observe(document.body, { childList: true })
    observer.observe(host, { attributes: true, childList: true, characterData: true, subtree: true })
  }
  const redraw = (): void => {
    const due = watermarkOf(text)
    if (host.isConnected && host.outerHTML === due.outerHTML) return
    observer.disconnect()
    host.remove()
    host = due
    show()
  }
  show()
  return () => {
    observer.disconnect()
    host.remove()
  }
}

function watermarkOf(text: string): SVGElement {
  const width = [...text].reduce((sum, letter) => sum + (letter < FIRST_WIDE_LETTER ? LATIN_WIDTH : WIDE_WIDTH), GAP)
  const host = element('svg', { class: HOST_CLASS, 'aria-hidden': 'true', focusable: 'false' })
  const pattern = element('pattern', {
    id: 'watermark-tile',
    width,
    height: 2 * LINE_HEIGHT,
    patternUnits: 'userSpaceOnUse',
    patternTransform: 'rotate(-22)',
  })
  // The lines are staggered, so that no area as large as a paragraph is without it.
  pattern.append(textAt(text, 0, LINE_HEIGHT / 2), textAt(text, width / 2, 1.5 * LINE_HEIGHT))
  pattern.append(textAt(text, -width / 2, 1.5 * LINE_HEIGHT))
  const all = element('rect', { width: '100%', height: '100%', fill: 'url(#watermark-tile)' })
  host.append(pattern, all)
  return host
}

function textAt(text: string, x: number, y: number): SVGElement {
  const line = element('text', { x, y })
  line.textContent = text
  return line
}

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value))
  return made
}
