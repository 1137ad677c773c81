import { TextSelection } from 'prosemirror-state'
import type { RichEditor } from './rich-schema.tsx'

/** Selects the last occurrence of a text between this position and the cursor, for the next key to replace it. */
export function selectSample(editor: RichEditor, sample: string, from: number): void {
  editor.transact((transaction) => {
    const { doc, selection } = transaction
    let found = -1
    doc.nodesBetween(Math.min(from, selection.head), selection.head, (node, position) => {
      if (!node.isTextblock) return true
      const at = node.textBetween(0, node.content.size, null, '\ufffc').lastIndexOf(sample)
      if (at >= 0) found = position + 1 + at
      return false
    })
    if (found >= from) transaction.setSelection(TextSelection.create(doc, found, found + sample.length))
  })
}
