/*
 * Functions that run in readers' browsers: their source becomes part of the document, so they may only refer to each
 * other and to what browsers provide.
 */

interface Library {
  katex?: { render(source: string, into: HTMLElement, options: object): void }
  mermaid?: {
    initialize(settings: object): void
    render(id: string, source: string): Promise<{ readonly svg: string }>
  }
  DOMPurify?: { sanitize(svg: string, options: object): Node }
}

/** Shows the pictures of these articles whose bytes are in the document. */
function showPictures(root: ParentNode): void {
  for (const picture of root.querySelectorAll<HTMLImageElement>('img[data-file]:not([src])')) {
    const data = document.querySelector<HTMLElement>(`#file-${picture.dataset['file']}`)
    if (data) picture.src = `data:${data.dataset['type']};base64,${data.textContent}`
  }
}

/** Renders formulas as the product does. An invalid one stays as typed. */
function drawFormulas(root: ParentNode): void {
  const { katex } = globalThis as Library
  if (!katex) return
  const tolerated = ['unicodeTextInMathMode', 'unknownSymbol', 'symbolNotInFont']
  for (const element of root.querySelectorAll<HTMLElement>('.math:not([data-drawn])')) {
    element.dataset['drawn'] = 'true'
    katex.render(element.textContent, element, {
      displayMode: element.classList.contains('math-block'),
      trust: false,
      strict: (code: string) => (tolerated.includes(code) ? 'ignore' : 'error'),
      maxExpand: 1000,
      maxSize: 10,
      throwOnError: false,
    })
  }
}

/** Renders diagrams one after the other, and yields to the browser in between. */
async function drawDiagrams(root: ParentNode): Promise<void> {
  const { mermaid, DOMPurify } = globalThis as Library
  if (!mermaid || !DOMPurify) return
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    maxTextSize: 50_000,
    maxEdges: 500,
    suppressErrorRendering: true,
    theme: 'neutral',
    fontFamily: 'inherit',
    // As in the product: where mermaid places and colours labels without HTML badly.
    themeCSS: `
      .mindmap-node > .label[transform^='translate(0,'] text { text-anchor: middle; }
      text.journey-section { fill: inherit; }
    `,
    themeVariables: { noteBkgColor: '#f5f5f5', noteTextColor: '#333', noteBorderColor: '#999' },
  })
  for (const element of root.querySelectorAll<HTMLElement>('pre.mermaid:not([data-drawn])')) {
    if (element.dataset['drawn'] !== undefined) continue
    element.dataset['drawn'] = ''
    const source = element.textContent
    try {
      const id = `diagram-${document.querySelectorAll('[data-drawn]').length}-${Date.now()}`
      const { svg } = await mermaid.render(id, diagramSource(source))
      element.replaceChildren(
        DOMPurify.sanitize(svg, { USE_PROFILES: { svg: true, svgFilters: true }, RETURN_DOM_FRAGMENT: true }),
      )
      element.dataset['drawn'] = 'true'
    } catch {
      element.textContent = source
      element.dataset['drawn'] = 'false'
    }
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** A diagram without anything that could change the settings it is rendered with (threats X3). */
function diagramSource(typed: string): string {
  let source = typed
  for (let before = ''; before !== source;) {
    before = source
    source = source
      .replaceAll(/%%\{[\s\S]*?(?:\}%%|$)/g, '')
      .replace(/^\s*-{3}[^\S\n]*\r?\n[\s\S]*?\r?\n[^\S\n]*-{3}\s*(?:\n|$)/, '')
  }
  return source
}

export const DRAWING = { showPictures, drawFormulas, drawDiagrams, diagramSource }
