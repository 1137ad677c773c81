import { highlightRanges } from '#web/parts/highlight-ranges.ts'
import { pathHere } from '#web/site-path.ts'

/** The name used with `::highlight` in the style sheet. */
const NAME = 'found'
const MOST = 500
const PATIENCE_MS = 10_000

export interface SoughtPassage {
  /** Of the page, relative to the site. */
  readonly path: string
  readonly title: string
  /** In lower case. */
  readonly words: readonly string[]
}

/**
 * Highlights the words in a page being opened, and scrolls to the first. Does nothing when its text does not contain
 * them.
 */
export function markPassage({ path, title, words }: SoughtPassage): void {
  const shown = () => {
    if (pathHere() !== path) return null
    const article = document.querySelector('article.page')
    return article?.querySelector('h1')?.textContent === title ? article : null
  }
  const mark = (article: Element): boolean => {
    const ranges = rangesOf(article, words)
    const [first] = ranges
    if (!first) return false
    highlight(ranges)
    // After the page was scrolled to its top on arrival.
    requestAnimationFrame(() => requestAnimationFrame(() => intoView(first)))
    return true
  }
  const tryOnce = (): boolean => {
    const article = shown()
    return article !== null && mark(article)
  }
  if (tryOnce()) return
  const observer = new MutationObserver(() => {
    if (tryOnce()) observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  setTimeout(() => observer.disconnect(), PATIENCE_MS)
}

function rangesOf(article: Element, words: readonly string[]): readonly Range[] {
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('header, button, script, style') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  const ranges: Range[] = []
  for (let node = walker.nextNode(); node && ranges.length < MOST; node = walker.nextNode()) {
    const text = node.nodeValue?.toLowerCase() ?? ''
    // A letter whose lower-case form is longer shifts the offsets after it.
    if (text.length !== node.nodeValue?.length) continue
    for (const word of words)
      for (let at = text.indexOf(word); at >= 0 && ranges.length < MOST; at = text.indexOf(word, at + word.length)) {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + word.length)
        ranges.push(range)
      }
  }
  return ranges.toSorted((a, b) => a.compareBoundaryPoints(Range.START_TO_START, b))
}

function highlight(ranges: readonly Range[]): void {
  highlightRanges(NAME, ranges)
  // Listens once, however often it is added.
  document.addEventListener('keydown', endOnEscape)
}

function endOnEscape({ key }: KeyboardEvent): void {
  if (key !== 'Escape') return
  highlightRanges(NAME, [])
  document.removeEventListener('keydown', endOnEscape)
}

function intoView(range: Range): void {
  // A match in a collapsed part of the page has no position.
  const details = range.startContainer.parentElement?.closest('details:not([open])')
  if (details instanceof HTMLDetailsElement) details.open = true
  range.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' })
}
