import { Selection, TextSelection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/**
 * Moves from the edge of a block to a new line beside it, where there is no other text: otherwise one could not leave a
 * table or code at the end of a page. @returns false where there is text, or there are more lines of the block before
 * the cursor
 */
export function leaveBlock(view: EditorView, direction: 'up' | 'down'): boolean {
  const { tr, schema, selection } = view.state
  if (!view.endOfTextblock(direction)) return false
  const { $head: place } = selection
  const block = depthOf(place, 'blockContainer')
  if (block === 0) return false
  const beside = direction === 'down' ? place.after(block) : place.before(block)
  if (Selection.findFrom(tr.doc.resolve(beside), direction === 'down' ? 1 : -1, true)) return false
  const line = schema.nodes['blockContainer']?.createAndFill()
  if (!line) return false
  tr.insert(beside, line)
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(beside + 1))).scrollIntoView())
  return true
}

/** Moves the cursor to the paragraph below its block, a new one unless there is an empty one. */
export function toLineBelowBlock(transaction: Transaction): void {
  const { $head: place } = transaction.selection
  const below = place.after(depthOf(place, 'blockContainer'))
  const beside = transaction.doc.nodeAt(below)?.firstChild
  const isFree = beside?.type.name === 'paragraph' && beside.content.size === 0
  const line = isFree ? null : transaction.doc.type.schema.nodes['blockContainer']?.createAndFill()
  if (line) transaction.insert(below, line)
  transaction.setSelection(TextSelection.near(transaction.doc.resolve(below + 1)))
}

/** Depth of the innermost node with this name around a position; 0 outside of any. */
export function depthOf(place: Selection['$head'], name: string): number {
  let { depth } = place
  while (depth > 0 && place.node(depth).type.name !== name) depth -= 1
  return depth
}
