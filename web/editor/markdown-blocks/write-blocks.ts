import {
  isInlines,
  isListItem,
  plainText,
  type Block,
  type BlockType,
  type Hints,
  type TableContent,
} from './blocks.ts'
import { markerOf, withMarker, writeNode } from './markdown-writer.ts'
import type { Node, NodeOf, Phrasing } from './parse.ts'
import { joined } from './seams.ts'
import { writeInlines } from './write-inline.ts'
import { writeTable } from './write-table.ts'

/** Blocks that form one piece of markdown: one block, or the items of one list. */
export interface Segment {
  readonly blocks: readonly Block[]
  readonly markdown: string
}

/** The blocks as markdown, without a final line feed; '' for blocks without text. */
export const writeBlocks = (blocks: readonly Block[], hints: Hints): string =>
  joined(writeSegments(blocks, hints).map(({ markdown }) => markdown))

/** Like `writeBlocks`, with the separators. Segments are never empty. */
export function writeSegments(blocks: readonly Block[], hints: Hints): Segment[] {
  const segments: Segment[] = []
  let above: ListLook | null = null
  for (const run of runsOf(blocks)) {
    const written = writtenRun(run, above, hints)
    if (written.markdown === '') {
      if (run[0]?.type === 'mdIsland') above = null
      continue
    }
    segments.push({ blocks: run, markdown: written.markdown })
    above = written.lastList
  }
  return segments
}

/** What distinguishes a list from the one above it. */
interface ListLook {
  readonly isOrdered: boolean
  readonly marker: string
}
interface WrittenRun {
  readonly markdown: string
  /** The list it ends with. */
  readonly lastList: ListLook | null
}
interface KnownRun extends WrittenRun {
  readonly run: readonly Block[]
  readonly above: string
}

/** Cache of written list items, by their context. */
type KnownItems = WeakMap<Block, { readonly look: string; readonly markdown: string }>

// The editor returns the same object as long as a block does not change, and a long page is written at each pause.
const known = new WeakMap<Hints, { readonly runs: WeakMap<Block, KnownRun>; readonly items: KnownItems }>()

function writtenRun(run: readonly Block[], above: ListLook | null, hints: Hints): WrittenRun {
  const [first] = run
  if (!first) return { markdown: '', lastList: null }
  const { runs, items } = known.get(hints) ?? { runs: new WeakMap(), items: new WeakMap() }
  known.set(hints, { runs, items })
  const aboveIt = above && isListItem(first) ? `${above.isOrdered ? '1' : ''}${above.marker}` : ''
  const before = runs.get(first)
  if (
    before?.above === aboveIt &&
    before.run.length === run.length &&
    before.run.every((block, at) => block === run[at])
  )
    return before
  const written = { ...writeRun(run, above, hints, items), run, above: aboveIt }
  runs.set(first, written)
  return written
}

function writeRun(run: readonly Block[], above: ListLook | null, hints: Hints, items: KnownItems): WrittenRun {
  const [first] = run
  if (first?.type === 'mdIsland') {
    const markdown = plainText(first.content)
    return { markdown: markdown.trim() === '' ? '' : markdown, lastList: null }
  }
  if (first && isListItem(first)) return writeList(run, above, hints, items)
  const nodes = nodesOf(run, hints)
  const last = nodes.at(-1)
  return {
    markdown: joined(nodes.map(writeNode)),
    lastList: last?.type === 'list' ? { isOrdered: last.ordered === true, marker: markerOf(last) } : null,
  }
}

/** Item by item: in a long list most of them are cached. */
function writeList(run: readonly Block[], above: ListLook | null, hints: Hints, known: KnownItems): WrittenRun {
  const frame = listFrame(run, hints)
  const lastList = toldApart(above, { isOrdered: frame.ordered === true, marker: markerOf(frame) })
  const list = withMarker(frame, lastList.marker)
  const pieces = run.map((item, index) => {
    const start = list.ordered ? (list.start ?? 1) + index : null
    const look = `${list.spread ? ' ' : ''}${start ?? ''}${lastList.marker}`
    const before = known.get(item)
    if (before?.look === look) return before.markdown
    const markdown = writeNode({ ...list, start, children: [itemOf(item, list, hints, false)] })
    known.set(item, { look, markdown })
    return markdown
  })
  return { markdown: pieces.join(list.spread ? '\n\n' : '\n'), lastList }
}

// Consecutive lists of one kind are distinguished by their markers.
function toldApart(above: ListLook | null, list: ListLook): ListLook {
  if (above?.isOrdered !== list.isOrdered || above.marker !== list.marker) return list
  const marker = (list.isOrdered ? ['.', ')'] : ['-', '*']).find((other) => other !== above.marker)
  return { ...list, marker: marker ?? list.marker }
}

/** A list is a run of items of one kind; any other block is a piece by itself. */
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

/** `tight` inside items without empty lines between their blocks: whether their own text precedes. */
const nodesOf = (blocks: readonly Block[], hints: Hints, tight?: { readonly isBelowText: boolean }): Node[] =>
  runsOf(blocks).flatMap((run, index, runs) => {
    const [first] = run
    if (!first) return []
    if (isListItem(first)) {
      const above = runs[index - 1]?.[0]
      return [listOf(run, hints, tight !== undefined && (above ? above.type === 'paragraph' : tight.isBelowText))]
    }
    const node = nodeOf(first, hints)
    // Only lists and quotes contain blocks; indented blocks of others follow as siblings.
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
  const list = listFrame(items, hints)
  return { ...list, children: items.map((item, index) => itemOf(item, list, hints, isBelowText && index === 0)) }
}

/** The list without its items. */
function listFrame(items: readonly Block[], hints: Hints): NodeOf<'list'> {
  const [first] = items
  const ordered = first?.type === 'numberedListItem'
  const hint = items.map(({ id }) => hints.get(id)).find((found) => found?.marker)
  const spread =
    items.some(({ id }) => hints.get(id)?.isLoose) ||
    items.some(({ children }) =>
      children.some((child, at) => needsEmptyLine(child) || isTakenUp(child, children[at - 1])),
    ) ||
    items.some(({ id, children }) => !hints.has(id) && children.some((child) => !isListItem(child)))
  const start = ordered ? (first.props.start ?? 1) : null
  return withMarker({ type: 'list', ordered, start, spread, children: [] }, hint?.marker)
}

function itemOf(
  item: Block,
  { spread }: NodeOf<'list'>,
  hints: Hints,
  isBelowText: boolean,
): NodeOf<'list'>['children'][number] {
  const text = writeInlines(isInlines(item.content) ? item.content : [], 'lines')
  const isBare = text.length === 0 && item.type !== 'checkListItem'
  const isLost = isBare && (spread ? item.children.length > 0 : isBelowText)
  const tight = spread ? undefined : { isBelowText: text.length > 0 }
  const paragraph: NodeOf<'paragraph'> = { type: 'paragraph', children: isLost ? [WRITTEN_SPACE] : text }
  return {
    type: 'listItem',
    spread: spread === true,
    checked: item.type === 'checkListItem' ? item.props.checked === true : null,
    children: [paragraph, ...(nodesOf(item.children, hints, tight) as NodeOf<'blockquote'>['children'])],
  }
}

// A single hyphen below text makes it a setext heading, and an empty line below a bare marker ends the item.
const WRITTEN_SPACE: Phrasing = { type: 'html', value: '&#x20;' }

/** Directly below these, a line that begins no block of its own is one more line of theirs. */
const TAKE_LINES: ReadonlySet<BlockType> = new Set([
  ...(['bulletListItem', 'numberedListItem', 'checkListItem'] as const),
  ...(['quote', 'table'] as const),
])
const ARE_LINES: ReadonlySet<BlockType> = new Set(['paragraph', 'image', 'table', 'mdIsland'])

/** HTML takes every line up to an empty one; formulas and fences have an end of their own. */
function isTakenUp({ type }: Block, above: Block | undefined): boolean {
  if (above?.type === 'mdIsland') return !/^[$`~]/.test(plainText(above.content))
  if (above?.type === 'quote' && type === 'quote') return true
  return above !== undefined && TAKE_LINES.has(above.type) && ARE_LINES.has(type)
}

// Directly below text these are text as well, or make it a heading.
const needsEmptyLine = (block: Block | undefined): boolean =>
  block?.type === 'divider' ||
  (block?.type === 'numberedListItem' && (block.props.start ?? 1) !== 1) ||
  (block?.type === 'mdIsland' && !/^[<>$`~#|*+\-0-9]/.test(plainText(block.content)))
