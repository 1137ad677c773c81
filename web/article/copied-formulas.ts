const DRAWN = '.math[data-source]'
/** Elements without which a part of their content has another meaning. */
const FRAMES = 'ul, ol, li, table, thead, tbody, tr, blockquote, pre'

/**
 * Copies the formulas of an article with their source: browsers copy the letters they are drawn with, one below the
 * other, and leave the source out.
 */
export function copyWithSources(article: HTMLElement): void {
  article.addEventListener('copy', (event) => {
    const copied = event.defaultPrevented ? null : selectedIn(article)
    if (!copied || !event.clipboardData) return
    event.preventDefault()
    event.clipboardData.setData('text/html', copied.html)
    event.clipboardData.setData('text/plain', copied.text)
  })
}

/** The selection with the source in place of each formula, also of those it begins or ends in; null without one. */
function selectedIn(article: HTMLElement): { readonly html: string; readonly text: string } | null {
  const selection = getSelection()
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return null
  const range = selection.getRangeAt(0).cloneRange()
  const [first, last] = [formulaAround(range.startContainer), formulaAround(range.endContainer)]
  if (first) range.setStartBefore(first)
  if (last) range.setEndAfter(last)
  if (!article.contains(range.commonAncestorContainer)) return null
  let content: Node = range.cloneContents()
  if (!(content instanceof DocumentFragment) || !content.querySelector(DRAWN)) return null
  for (let frame = elementOf(range.commonAncestorContainer); frame && frame !== article; frame = frame.parentElement)
    if (frame.matches(FRAMES)) content = framed(frame, content)
  // Only what is in the document has lines.
  const place = document.createElement('div')
  place.className = 'visually-hidden'
  place.append(content)
  for (const formula of place.querySelectorAll<HTMLElement>(DRAWN)) formula.replaceWith(sourceOf(formula))
  for (const extra of place.querySelectorAll('button, .heading-link')) extra.remove()
  for (const link of place.querySelectorAll('a')) link.setAttribute('href', link.href)
  for (const image of place.querySelectorAll('img')) image.setAttribute('src', image.src)
  article.append(place)
  const copied = { html: place.innerHTML, text: place.innerText }
  place.remove()
  return copied
}

function framed(frame: Element, content: Node): Node {
  const copy = frame.cloneNode(false)
  copy.appendChild(content)
  return copy
}

const elementOf = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement)

const formulaAround = (node: Node): Element | null => elementOf(node)?.closest(DRAWN) ?? null

/** As markdown; the attribute tells our own editor that it is a formula. */
function sourceOf(formula: HTMLElement): HTMLElement {
  const source = formula.dataset['source'] ?? ''
  const isBlock = formula.classList.contains('math-block')
  const written = document.createElement(isBlock ? 'div' : 'span')
  written.dataset['formula'] = isBlock ? 'block' : 'line'
  written.textContent = isBlock ? `$$\n${source.trim()}\n$$` : `$${source}$`
  // The lines of a source are lines of the copied text.
  written.style.whiteSpace = 'pre-wrap'
  return written
}
