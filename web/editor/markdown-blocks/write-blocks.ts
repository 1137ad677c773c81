import { isInlines, isListItem, plainText, type Block, type Hints, type TableContent } from './blocks.ts'
import { markerOf, withMarker, writeNode } from './markdown-writer.ts'
import type { Node, NodeOf, Phrasing } from './parse.ts'
import { joined } from './seams.ts'
import { writeInlines } from './write-inline.ts'
import { writeTable } from './write-table.ts'

/** Blocks that become one piece of markdown: one block, or the items of one list. */
export interface Segment {
  readonly blocks: readonly Block[]
  readonly markdown: string
}

/** The blocks as markdown, without a line feed at the end; '' for blocks without text. */
export const writeBlocks = (blocks: readonly Block[], hints: Hints): string =>
  joined(writeSegments(blocks, hints).map(({ markdown }) => markdown))

/** As `writeBlocks`, with the seams. Segments are never empty. */
export function writeSegments(blocks: readonly Block[], hints: Hints): Segment[] {
  const segments: Segment[] = []
  let before: NodeOf<'list'> | null = null
  for (const run of runsOf(blocks)) {
    const [first] = run
    if (first?.type === 'mdIsland') {
      const markdown = plainText(first.content)
      if (markdown.trim() !== '') segments.push({ blocks: run, markdown })
      before = null
      continue
    }
    const nodes = nodesOf(run, hints).map((node) => (node.type === 'list' && before ? toldApart(before, node) : node))
    const markdown = joined(nodes.map(writeNode))
    if (markdown === '') continue
    segments.push({ blocks: run, markdown })
    const last = nodes.at(-1)
    before = last?.type === 'list' ? last : null
  }
  return segments
}

// Two lists of one kind in a row are told apart by their markers.
function toldApart(before: NodeOf<'list'>, list: NodeOf<'list'>): NodeOf<'list'> {
  if (before.ordered !== list.ordered || markerOf(before) !== markerOf(list)) return list
  const markers = list.ordered ? ['.', ')'] : ['-', '*']
  return withMarker(
    list,
    markers.find((marker) => marker !== markerOf(before)),
  )
}

/** A list is a run of items of one kind; everything else is alone. */
function runsOf(blocks: readonly Block[]): Block[][] {
  const runs: Block[][] = []
  for (const block of blocks) {
    const run = runs.at(-1)
    const first = run?.[0]
    if (run && first && isListItem(first) && isListItem(block) && isSameList(first, block)) run.push(block)
    else runs.push([block])
  }
  return runs
}

const isSameList = (first: Block, block: Block): boolean =>
  (first.type === 'numberedListItem') === (block.type === 'numberedListItem') && !block.props.start

/** `tight` within items without empty lines between their blocks: whether their own text is above. */
const nodesOf = (blocks: readonly Block[], hints: Hints, tight?: { readonly isBelowText: boolean }): Node[] =>
  runsOf(blocks).flatMap((run, index, runs) => {
    const [first] = run
    if (!first) return []
    if (isListItem(first)) {
      const above = runs[index - 1]?.[0]
      return [listOf(run, hints, tight !== undefined && (above ? above.type === 'paragraph' : tight.isBelowText))]
    }
    const node = nodeOf(first, hints)
    // Only lists and quotes hold blocks; of others, indented blocks follow.
    const after = first.type === 'quote' ? [] : nodesOf(first.children, hints)
    return node ? [node, ...after] : after
  })

function nodeOf(block: Block, hints: Hints): Node | null {
  const inlines = isInlines(block.content) ? block.content : []
  switch (block.type) {
    case 'paragraph': {
      const children = writeInlines(inlines, 'lines')
      return children.length > 0 ? { type: 'paragraph', children } : null
    }
    case 'heading':
      return {
        type: 'heading',
        depth: (block.props.level ?? 1) as 1,
        children: writeInlines(inlines, 'line'),
      }
    case 'divider':
      return { type: 'thematicBreak' }
    case 'codeBlock':
      return codeOf(block, hints)
    case 'quote':
      return quoteOf(block, hints)
    case 'image': {
      const { url = '', name = '', caption = '' } = block.props
      return url ? { type: 'paragraph', children: [{ type: 'image', url, alt: name, title: caption || null }] } : null
    }
    case 'table':
      return writeTable(block.content as TableContent, hints.get(block.id))
    case 'mdIsland':
      return { type: 'html', value: plainText(block.content) }
    default:
      throw new Error(`a block of type ${block.type} stands outside its list`)
  }
}

function codeOf({ id, props, content }: Block, hints: Hints): NodeOf<'code'> {
  const lang = props.language || null
  return { type: 'code', lang, meta: lang ? (hints.get(id)?.meta ?? null) : null, value: plainText(content) }
}

function quoteOf({ content, children }: Block, hints: Hints): NodeOf<'blockquote'> {
  const inlines = isInlines(content) ? content : []
  const inner = [{ type: 'paragraph', children: writeInlines(inlines, 'lines') }, ...nodesOf(children, hints)]
  return { type: 'blockquote', children: inner as NodeOf<'blockquote'>['children'] }
}

function listOf(items: readonly Block[], hints: Hints, isBelowText = false): NodeOf<'list'> {
  const [first] = items
  const ordered = first?.type === 'numberedListItem'
  const hint = items.map(({ id }) => hints.get(id)).find((found) => found?.marker)
  const spread =
    items.some(({ id }) => hints.get(id)?.isLoose) ||
    items.some(({ children }) => needsEmptyLine(children[0])) ||
    items.some(({ id, children }) => !hints.has(id) && children.some((child) => !isListItem(child)))
  const list: NodeOf<'list'> = {
    type: 'list',
    ordered,
    start: ordered ? (first.props.start ?? 1) : null,
    spread,
    children: items.map((item, index) => {
      const text = writeInlines(isInlines(item.content) ? item.content : [], 'lines')
      const isBare = text.length === 0 && item.type !== 'checkListItem'
      const isLost = isBare && (spread ? item.children.length > 0 : isBelowText && index === 0)
      const tight = spread ? undefined : { isBelowText: text.length > 0 }
      const paragraph: NodeOf<'paragraph'> = { type: 'paragraph', children: isLost ? [WRITTEN_SPACE] : text }
      return {
        type: 'listItem',
        spread,
        checked: item.type === 'checkListItem' ? item.props.checked === true : null,
        children: [paragraph, ...(nodesOf(item.children, hints, tight) as NodeOf<'blockquote'>['children'])],
      }
    }),
  }
  return withMarker(list, hint?.marker)
}

// A hyphen alone below text underlines it as a heading, and an empty line below a marker alone ends the item.
const WRITTEN_SPACE: Phrasing = { type: 'html', value: '&#x20;' }

// Directly below text these are text as well, or underline it.
const needsEmptyLine = (block: Block | undefined): boolean =>
  block?.type === 'divider' ||
  (block?.type === 'numberedListItem' && (block.props.start ?? 1) !== 1) ||
  (block?.type === 'mdIsland' && !/^[<>$`~#|*+\-0-9]/.test(plainText(block.content)))
