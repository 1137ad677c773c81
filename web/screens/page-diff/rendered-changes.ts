import { diffArrays } from 'diff'
import { highlightRanges } from '#web/parts/highlight-ranges.ts'
import { wordChanges, type LinePart } from './marked.ts'
import { pairs, textLikeness } from './pairs.ts'

/** What is compared as one: its element, and the texts in it. */
interface Unit {
  readonly element: HTMLElement
  readonly nodes: readonly Text[]
  readonly text: string
  /** Of its pictures. */
  readonly addresses: string
}

/** The names used with `::highlight` in the style sheet. */
const REMOVED = 'diff-removed'
const ADDED = 'diff-added'

/** A line of code is not one: a block of code is compared word by word. */
const UNITS = 'p, li, tr, pre, dt, dd, h1, h2, h3, h4, h5, h6, summary, figcaption, hr, blockquote'
const NOT_CONTENT = 'button, script, style, [aria-hidden=true]'

/**
 * Marks what differs between two rendered texts: blocks with `data-look`, and the words that changed within a block by
 * highlights, which leave the elements alone.
 */
export function markChanges(before: Element, after: Element): void {
  unmarkChanges(before, after)
  const [from, to] = [unitsOf(before), unitsOf(after)]
  const ranges: Record<'removed' | 'added', Range[]> = { removed: [], added: [] }
  let [i, j] = [0, 0]
  let gone: readonly Unit[] = []
  const look = (units: readonly Unit[], as: 'removed' | 'added') => {
    for (const { element } of units) element.dataset['look'] = as
  }
  for (const { added, removed, value } of diffArrays(from.map(keyOf), to.map(keyOf))) {
    if (removed) gone = from.slice(i, i + value.length)
    else if (added) {
      for (const [one, other] of pairs(gone, to.slice(j, j + value.length), likeness)) {
        if (one && other) {
          const [partsBefore, partsAfter] = wordChanges(one.text, other.text)
          ranges.removed.push(...changedRanges(one, partsBefore))
          ranges.added.push(...changedRanges(other, partsAfter))
        }
        look(one ? [one] : [], 'removed')
        look(other ? [other] : [], 'added')
      }
      gone = []
    } else {
      look(gone, 'removed')
      gone = []
    }
    if (!added) i += value.length
    if (!removed) j += value.length
  }
  look(gone, 'removed')
  highlightRanges(REMOVED, ranges.removed)
  highlightRanges(ADDED, ranges.added)
}

/** The unchanged side may have the marks of another comparison. */
export function unmarkChanges(...articles: readonly Element[]): void {
  for (const article of articles)
    for (const block of article.querySelectorAll<HTMLElement>('[data-look]')) delete block.dataset['look']
  highlightRanges(REMOVED, [])
  highlightRanges(ADDED, [])
}

const keyOf = ({ element, text, addresses }: Unit): string => `${element.tagName} ${text} ${addresses}`

const likeness = (one: Unit, other: Unit): number =>
  one.element.tagName === other.element.tagName || (one.text !== '' && one.text === other.text)
    ? textLikeness(one.text, other.text)
    : 0

/** The texts and pictures of an article by the nearest element that is compared as one, in their order. */
function unitsOf(article: Element): readonly Unit[] {
  const nodesOf = new Map<HTMLElement, Text[]>()
  const addressesOf = new Map<HTMLElement, string[]>()
  const filter = (node: Node): number =>
    node instanceof Element && node.matches(NOT_CONTENT) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, filter)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node instanceof Text && node.data.trim() !== '' ? node : null
    const picture = node instanceof HTMLImageElement ? node : null
    const isContent = text !== null || picture !== null || node instanceof HTMLHRElement
    const unit = isContent ? unitAround(node, article) : null
    if (!unit) continue
    const nodes = nodesOf.get(unit) ?? []
    nodesOf.set(unit, nodes)
    if (text) nodes.push(text)
    if (picture) addressesOf.set(unit, [...(addressesOf.get(unit) ?? []), picture.src])
  }
  return [...nodesOf].map(([element, nodes]) => ({
    element,
    nodes,
    text: nodes.map(({ data }) => data).join(SEAM),
    addresses: (addressesOf.get(element) ?? []).join(' '),
  }))
}

// Texts of two cells are not one word.
const SEAM = '\n'

function unitAround(node: Node, article: Element): HTMLElement | null {
  const start = node instanceof Element ? node : node.parentElement
  const unit = start?.closest<HTMLElement>(UNITS) ?? null
  if (unit && article.contains(unit) && unit !== article) return unit
  let top = start
  while (top && top.parentElement !== article && top !== article) top = top.parentElement
  return top instanceof HTMLElement && top !== article ? top : null
}

function changedRanges({ nodes, text }: Unit, parts: readonly LinePart[]): readonly Range[] {
  const ranges: Range[] = []
  let at = 0
  for (const { text: part, isChanged } of parts) {
    if (isChanged && part.trim() !== '') ranges.push(...rangesIn(nodes, at, at + part.length))
    at += part.length
  }
  return at === text.length ? ranges : []
}

function rangesIn(nodes: readonly Text[], from: number, to: number): readonly Range[] {
  let begun = 0
  return nodes.flatMap((node) => {
    const start = begun
    begun += node.length + SEAM.length
    const [first, last] = [Math.max(from - start, 0), Math.min(to - start, node.length)]
    if (first >= last) return []
    const range = document.createRange()
    range.setStart(node, first)
    range.setEnd(node, last)
    return [range]
  })
}
