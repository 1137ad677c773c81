import { newBlockId, type Block, type Hint, type Hints, type Inline } from './blocks.ts'
import { isLoose } from './meaning.ts'
import { sourceOf, type Node, type NodeOf } from './parse.ts'
import { readInlines, readLine } from './read-inline.ts'
import { writeNode } from './markdown-writer.ts'

/** A source, and where details that blocks cannot represent are stored. */
interface Reading {
  readonly source: string
  readonly hints: Hints
}

/** The blocks of a node; null when the editor does not support it. */
export function readNode(node: Node, reading: Reading): Block[] | null {
  const { source } = reading
  switch (node.type) {
    case 'paragraph':
      return isMarker(node, source) ? null : [readParagraph(node, reading)]
    case 'heading': {
      return [block('heading', { props: { level: node.depth }, content: readLine(node.children, source) })]
    }
    case 'thematicBreak':
      return [block('divider')]
    case 'code':
      // The renderer shows the language name unprocessed, including escapes.
      return /[\\&]/.test(firstLine(sourceOf(node, source))) ? null : [readCode(node, reading)]
    case 'blockquote':
      return readQuote(node, reading)
    case 'list':
      return readList(node, reading)
    case 'table':
      return readTable(node, reading)
    default:
      return null
  }
}

/** Markdown edited as source. */
export const island = (source: string): Block => block('mdIsland', { content: source })

// `[TOC]` and `[!NOTE]` are text to the parser and instructions to the renderer: rewriting them would escape the
// bracket.
export const isMarker = (node: Node, source: string): boolean => /^\[(!\w+|TOCM?)\]/i.test(sourceOf(node, source))

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

function readParagraph({ children }: NodeOf<'paragraph'>, reading: Reading): Block {
  const [only, ...others] = children
  if (only?.type === 'image' && others.length === 0 && only.url) {
    return block('image', { props: { url: only.url, name: only.alt ?? '', caption: only.title ?? '' } })
  }
  return block('paragraph', { content: readInlines(children, reading.source) })
}

function readCode(node: NodeOf<'code'>, { hints }: Reading): Block {
  const code = block('codeBlock', { props: { language: node.lang ?? '' }, content: node.value })
  if (node.meta) remember(hints, code, { meta: node.meta })
  return code
}

function readQuote(node: NodeOf<'blockquote'>, reading: Reading): Block[] | null {
  const [first, ...others] = node.children
  if (first?.type !== 'paragraph' || isMarker(first, reading.source)) return null
  const content = readInlines(first.children, reading.source)
  return [block('quote', { content, children: others.flatMap((child) => readNested(child, reading)) })]
}

function readList(list: NodeOf<'list'>, reading: Reading): Block[] | null {
  const items: Block[] = []
  for (const item of list.children) {
    const [first, ...others] = item.children
    const isTask = typeof item.checked === 'boolean'
    if ((first && first.type !== 'paragraph') || (isTask && list.ordered)) return null
    const isFirst = items.length === 0
    const start = list.ordered && isFirst && typeof list.start === 'number' && list.start !== 1 ? list.start : undefined
    const read = block(isTask ? 'checkListItem' : list.ordered ? 'numberedListItem' : 'bulletListItem', {
      props: { ...(isTask && { checked: item.checked === true }), ...(start !== undefined && { start }) },
      content: withoutBlank(first ? readInlines(first.children, reading.source) : []),
      children: others.flatMap((child) => readNested(child, reading)),
    })
    remember(reading.hints, read, { isLoose: isLoose(list), marker: markerOf(item, reading.source) })
    items.push(read)
  }
  return items
}

// A space is added to items that would not be items without text.
const withoutBlank = (content: readonly Inline[]): readonly Inline[] =>
  content.every((inline) => inline.type === 'text' && inline.text.trim() === '') ? [] : content

const markerOf = (item: Pick<Node, 'position'>, source: string): string =>
  /^\s*(?:[0-9]+([.)])|([-*+]))/
    .exec(sourceOf(item, source))
    ?.slice(1)
    .find((marker) => marker !== undefined) ?? '-'

// The source of a nested node includes the indentation of its container, so its island is rewritten.
const readNested = (node: Node, reading: Reading): Block[] => readNode(node, reading) ?? [island(writeNode(node))]

function readTable(node: NodeOf<'table'>, reading: Reading): Block[] | null {
  const { source, hints } = reading
  const align = node.align ?? []
  if (node.children.some((row) => row.children.length > align.length)) return null
  const rows = node.children.map((row) => ({
    cells: align.map((side, column) => ({
      type: 'tableCell' as const,
      props: { textAlignment: side ?? 'left' },
      content: readLine(row.children[column]?.children ?? [], source),
    })),
  }))
  const table = block('table', { content: { type: 'tableContent', headerRows: 1, rows } })
  remember(hints, table, { align: align.map((side) => side ?? null) })
  return [table]
}

const remember = (hints: Hints, { id }: Block, hint: Hint): Hints => hints.set(id, { ...hints.get(id), ...hint })

const block = (type: Block['type'], parts: Partial<Omit<Block, 'id' | 'type'>> = {}): Block => ({
  id: newBlockId(),
  type,
  props: {},
  content: undefined,
  children: [],
  ...parts,
})
