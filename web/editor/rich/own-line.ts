import { TextSelection, type Transaction } from 'prosemirror-state'
import { newBlockId, type BlockType } from '../markdown-blocks/blocks.ts'
import type { RichEditor } from './rich-schema.tsx'

/** Blocks that hold other ones, below their own text. */
export const HOLDERS: ReadonlySet<string> = new Set<BlockType>([
  'bulletListItem',
  'numberedListItem',
  'checkListItem',
  'quote',
])

/** What stands between two paragraphs: the ends of one, and the beginnings of the other. */
const BETWEEN_PARAGRAPHS = 4

/**
 * Makes the line with the cursor the last of its paragraph, and a paragraph of its own when it is empty: what is inserted
 * below the block is then below the line, not below all lines of the paragraph. In an item or quote with more than this
 * line, it is an empty paragraph within it.
 */
export function endParagraphAtLine(editor: RichEditor): void {
  editor.transact((transaction) => {
    const { parent } = transaction.selection.$head
    if (parent.type.name === 'paragraph') endParagraph(transaction)
    else if (HOLDERS.has(parent.type.name)) beginBlockWithin(transaction)
  })
}

function endParagraph(transaction: Transaction): void {
  const { $head: place } = transaction.selection
  const { above, below, isEmpty } = lineAt(place)
  if (below !== undefined) splitAt(transaction, place.start() + below, 1)
  if (!isEmpty || above === undefined) setCursor(transaction, place.pos)
  else {
    splitAt(transaction, place.start() + above, 1)
    setCursor(transaction, place.pos - 1 + BETWEEN_PARAGRAPHS)
  }
}

/** Below the line of the cursor, above the lines and blocks that are below it. */
function beginBlockWithin(transaction: Transaction): void {
  const { $head: place } = transaction.selection
  const { parent } = place
  const { above, below, isEmpty } = lineAt(place)
  const [, group] = place.node(-1).children
  const isOnlyLine = above === undefined && below === undefined && !group
  if (isOnlyLine || (isEmpty && above === undefined)) return
  const rest = below === undefined ? [] : [parent.content.cut(below + 1)]
  const { blockGroup, blockContainer, paragraph } = parent.type.schema.nodes
  if (!blockGroup || !blockContainer || !paragraph) return
  const within = [undefined, ...rest].map((content) =>
    blockContainer.create({ id: newBlockId() }, paragraph.create(null, content)),
  )
  const end = place.start() + (isEmpty && above !== undefined ? above : (below ?? parent.content.size))
  transaction.delete(end, place.end())
  transaction.insert(end + 1 + (group ? 1 : 0), group ? within : blockGroup.create(null, within))
  // Into the group, its first block, and the paragraph of that.
  setCursor(transaction, end + 1 + 3)
}

/** The offsets of the line breaks around the cursor, and whether there is nothing between them. */
function lineAt({ parent, parentOffset }: Transaction['selection']['$head']) {
  const breaks: number[] = []
  parent.forEach(({ type }, offset) => type.name === 'hardBreak' && breaks.push(offset))
  const above = breaks.findLast((offset) => offset < parentOffset)
  const below = breaks.find((offset) => offset >= parentOffset)
  return { above, below, isEmpty: (below ?? parent.content.size) === (above ?? -1) + 1 }
}

/** Makes what is behind the cursor in its paragraph a paragraph of its own. */
export function endParagraphAtCursor(editor: RichEditor): void {
  endParagraphAtLine(editor)
  editor.transact((transaction) => {
    const { $head: place } = transaction.selection
    if (place.parent.type.name !== 'paragraph' || place.parentOffset === place.parent.content.size) return
    splitAt(transaction, place.pos, 0)
    setCursor(transaction, place.pos)
  })
}

/** @param replaced how much is replaced by the split */
function splitAt(transaction: Transaction, at: number, replaced: number): void {
  const place = transaction.doc.resolve(at)
  transaction.delete(at, at + replaced)
  transaction.split(at, 2, [{ type: place.node(-1).type, attrs: { id: newBlockId() } }, { type: place.parent.type }])
}

function setCursor(transaction: Transaction, at: number): void {
  if (transaction.docChanged) transaction.setSelection(TextSelection.create(transaction.doc, at))
}
