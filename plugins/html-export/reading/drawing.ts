/*
 * Functions that run in the browsers of readers: their source becomes part of the document, so they name nothing but one
 * another and what browsers have.
 */

interface Library {
  katex?: { render(source: string, into: HTMLElement, options: object): void }
  mermaid?: {
    initialize(settings: object): void
    render(id: string, source: string): Promise<{ readonly svg: string }>
  }
  DOMPurify?: { sanitize(svg: string, options: object): Node }
}

/** Shows the pictures of these articles whose bytes lie in the document. */
function showPictures(root: ParentNode): void {
  for (const picture of root.querySelectorAll<HTMLImageElement>('img[data-file]:not([src])')) {
    const data = document.querySelector<HTMLElement>(`#file-${picture.dataset['file']}`)
    if (data) picture.src = `data:${data.dataset['type']};base64,${data.textContent}`
  }
}

/** Draws formulas as the product does. One that cannot be drawn stays as it was typed. */
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

/** Draws diagrams one after the other, and leaves the browser its turn in between. */
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

/** A diagram without what could loosen the settings it is drawn with (threats X3). */
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
