import { pathHere } from '#web/site-path.ts'

/** As `::highlight` of the style sheet calls it. */
const NAME = 'found'
const MOST = 500
const PATIENCE_MS = 10_000

export interface SoughtPassage {
  /** Of the page, without the site's own path. */
  readonly path: string
  readonly title: string
  /** In small letters. */
  readonly words: readonly string[]
}

/** Marks the words in a page that is being opened, and shows the first of them. Nothing when the page has none in its text. */
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
    // After the page has been moved to its top for its arrival.
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
    // A letter whose small form is longer moves what stands behind it.
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
  // Browsers before 2025 may lack it; the passage is shown all the same.
  if (!('highlights' in CSS)) return
  CSS.highlights.set(NAME, new Highlight(...ranges))
  const end = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    CSS.highlights.delete(NAME)
    document.removeEventListener('keydown', end)
  }
  document.addEventListener('keydown', end)
}

function intoView(range: Range): void {
  // One within a folded part of the page has no place of its own.
  const details = range.startContainer.parentElement?.closest('details:not([open])')
  if (details instanceof HTMLDetailsElement) details.open = true
  range.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' })
}
