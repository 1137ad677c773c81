import { lettersOf, mostPassagesIn, passageIn, type Anchor } from '../passage.ts'

/** The current rendered article; null while there is none. */
export const articleOnShow = (): HTMLElement | null => document.querySelector<HTMLElement>('article.page .article')

const CONTEXT = 80
const LONGEST_QUOTE = 500

interface Piece {
  readonly node: Text
  readonly from: number
}

/** The text of an article with the offsets of its nodes. */
function textIn(article: HTMLElement): { readonly text: string; readonly pieces: readonly Piece[] } {
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('button, script, style') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  const pieces: Piece[] = []
  let text = ''
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue
    pieces.push({ node, from: text.length })
    text += node.data
  }
  return { text, pieces }
}

/** The ranges of threads in the article; passages that are gone, or not looked for in a very long one, have none. */
export function rangesIn(
  article: HTMLElement,
  threads: readonly (Anchor & { readonly threadId: number })[],
): ReadonlyMap<number, Range> {
  const { text, pieces } = textIn(article)
  const letters = lettersOf(text)
  const ranges = new Map<number, Range>()
  const sought = threads.filter(({ quote }) => quote !== '').slice(-mostPassagesIn(letters))
  for (const thread of sought) {
    const { state, from, to } = passageIn(letters, thread)
    const [first, last] = [letters.places[from], letters.places[to - 1]]
    if (state === 'gone' || first === undefined || last === undefined) continue
    const range = rangeOf(pieces, first, last + 1)
    if (range) ranges.set(thread.threadId, range)
  }
  return ranges
}

function rangeOf(pieces: readonly Piece[], from: number, to: number): Range | null {
  const [first, last] = [pieceAt(pieces, from), pieceAt(pieces, to - 1)]
  if (!first || !last) return null
  const range = document.createRange()
  range.setStart(first.node, from - first.from)
  range.setEnd(last.node, to - last.from)
  return range
}

const pieceAt = (pieces: readonly Piece[], place: number): Piece | undefined =>
  pieces.findLast(({ from }) => from <= place)

/** The selected text in the article with its context; null without a selection. */
export function chosenPassage(): { readonly anchor: Anchor; readonly range: Range } | null {
  const article = articleOnShow()
  const selection = getSelection()
  if (!article || !selection || selection.rangeCount === 0 || selection.isCollapsed) return null
  const range = selection.getRangeAt(0)
  const quote = range.toString().trim().slice(0, LONGEST_QUOTE)
  if (quote === '' || !article.contains(range.commonAncestorContainer)) return null
  const before = document.createRange()
  before.setStart(article, 0)
  before.setEnd(range.startContainer, range.startOffset)
  const after = document.createRange()
  after.setStart(range.endContainer, range.endOffset)
  after.setEnd(article, article.childNodes.length)
  const anchor = { quote, before: before.toString().slice(-CONTEXT), after: after.toString().slice(0, CONTEXT) }
  return { anchor, range }
}

export function showRange(range: Range): void {
  const details = range.startContainer.parentElement?.closest('details:not([open])')
  if (details instanceof HTMLDetailsElement) details.open = true
  range.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' })
}

/** The thread whose passage was clicked; 0 for none. */
export function threadAt(ranges: ReadonlyMap<number, Range>, x: number, y: number): number {
  for (const [threadId, range] of ranges)
    for (const { left, right, top, bottom } of range.getClientRects())
      if (x >= left && x <= right && y >= top && y <= bottom) return threadId
  return 0
}
