import type { parsedHtml } from './html-tree.ts'
import { textOf } from './text-of.ts'

type Root = ReturnType<typeof parsedHtml>
type Node = Root['children'][number]
type Element = Extract<Node, { type: 'element' }>
/** The content of one line of a cell. */
type Line = Element['children']

const BLOCKS = new Set(
  'address article aside blockquote center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main nav p section summary tbody tfoot thead'.split(
    ' ',
  ),
)

/**
 * A cell of a markdown table is one line: its paragraphs, lists, code and inner tables become lines separated by
 * breaks.
 */
export function layCellsOut(node: Root | Element, room = { covered: MOST_COVERED }): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    if (child.tagName === 'td' || child.tagName === 'th') {
      child.children = joined(linesIn(child))
      const covered = limitedSpan(child, 'colSpan', MOST_COLUMNS) * limitedSpan(child, 'rowSpan', MOST_ROWS) - 1
      room.covered -= covered
      if (covered > 0 && room.covered < 0) {
        const { colSpan: _, rowSpan: __, ...others } = child.properties
        child.properties = others
      }
    } else layCellsOut(child, room)
  }
}

/** A few merged cells can stand for millions. */
const [MOST_COLUMNS, MOST_ROWS] = [64, 200]
/** Beside themselves, by all merged cells of a document together; what is merged after that is one cell. */
const MOST_COVERED = 100_000

function limitedSpan(cell: Element, name: SpanName, most: number): number {
  const span = spanOf(cell, name)
  if (span > most) cell.properties[name] = most
  return Math.min(most, span)
}

type SpanName = 'colSpan' | 'rowSpan'

/** How many columns or rows a cell takes. */
export const spanOf = ({ properties }: Element, name: SpanName): number =>
  Math.max(1, Number(properties[name] ?? 1) || 1)

const text = (value: string): Line[number] => ({ type: 'text', value })
const element = (tagName: string, children: Line): Line[number] => ({
  type: 'element',
  tagName,
  properties: {},
  children,
})

function joined(lines: readonly Line[]): Line {
  const nodes: Line = []
  for (const line of lines) {
    if (nodes.length > 0) nodes.push(element('br', []))
    nodes.push(...line)
  }
  return nodes
}

function linesIn(cell: Element): readonly Line[] {
  const lines: Line[] = [[]]
  const begin = (): void => {
    if (lines.at(-1)?.length !== 0) lines.push([])
  }
  const add = (node: Line[number]): void => void lines.at(-1)?.push(node)
  const walk = (nodes: Line): void => {
    for (const node of nodes) {
      if (node.type === 'text' && node.value.trim() === '' && lines.at(-1)?.length === 0) continue
      if (node.type !== 'element') add(node)
      else walkElement(node)
    }
  }
  const walkElement = (node: Element): void => {
    const { tagName, children } = node
    if (tagName === 'br') return begin()
    if (tagName === 'ul' || tagName === 'ol') {
      for (const [at, entry] of children.filter(isElement).entries()) {
        begin()
        add(text(tagName === 'ol' ? `${at + 1}. ` : '- '))
        walk(entry.tagName === 'li' ? entry.children : [entry])
      }
      return begin()
    }
    if (tagName === 'pre') {
      for (const line of textOf(node).split('\n')) {
        begin()
        if (line.trim() !== '') add(element('code', [text(line)]))
      }
      return begin()
    }
    if (tagName === 'td' || tagName === 'th') {
      if (lines.at(-1)?.length !== 0) add(text(' / '))
      return walkAll(joined(linesIn(node)))
    }
    const isBlock = BLOCKS.has(tagName) || tagName === 'tr' || tagName === 'table'
    if (!isBlock) return add(node)
    begin()
    walk(children)
    begin()
  }
  /** For an inner cell, whose lines stay in the line of their row. */
  const walkAll = (nodes: Line): void => {
    for (const node of nodes) add(node.type === 'element' && node.tagName === 'br' ? text(' ') : node)
  }
  walk(cell.children)
  return lines.filter((line) => line.length > 0)
}

const isElement = (node: Node): node is Element => node.type === 'element'
