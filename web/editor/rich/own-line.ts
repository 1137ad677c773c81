import { TextSelection, type Transaction } from 'prosemirror-state'
import { newBlockId } from '../markdown-blocks/blocks.ts'
import type { RichEditor } from './rich-schema.tsx'

/** What stands between two paragraphs: the ends of one, and the beginnings of the other. */
const BETWEEN_PARAGRAPHS = 4

/**
 * Makes the line with the cursor the last of its paragraph, and a paragraph of its own when it is empty: what is inserted
 * below the block is then below the line, not below all lines of the paragraph.
 */
export function endParagraphAtLine(editor: RichEditor): void {
  editor.transact((transaction) => {
    const { $head: place } = transaction.selection
    const { parent, parentOffset } = place
    if (parent.type.name !== 'paragraph') return
    const breaks: number[] = []
    parent.forEach(({ type }, offset) => type.name === 'hardBreak' && breaks.push(offset))
    const above = breaks.findLast((offset) => offset < parentOffset)
    const below = breaks.find((offset) => offset >= parentOffset)
    const isEmpty = (below ?? parent.content.size) === (above ?? -1) + 1
    if (below !== undefined) splitAt(transaction, place.start() + below, 1)
    if (!isEmpty || above === undefined) setCursor(transaction, place.pos)
    else {
      splitAt(transaction, place.start() + above, 1)
      setCursor(transaction, place.pos - 1 + BETWEEN_PARAGRAPHS)
    }
  })
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
