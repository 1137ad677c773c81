import { createExtension } from '@blocknote/core'
import { TextSelection, type EditorState, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { depthOf, leaveBlock } from './leave-block.ts'

/**
 * Enter goes to the cell below, and Shift+Enter inserts a line break in the cell. Neither changes the selection to a
 * cell. Tab in the last cell adds a row, the only way to do so by keyboard, and the arrows leave a table at the end or
 * the beginning of the page for an empty line there.
 */
export const tableKeys = createExtension(({ editor }) => {
  const inTable = (change: (state: EditorState) => Transaction): boolean => {
    const { prosemirrorState: state, prosemirrorView: view } = editor
    if (depthOf(state.selection.$head, 'table') === 0) return false
    if (state.selection.$head.parent.type.name === 'tableParagraph') view.dispatch(change(state).scrollIntoView())
    return true
  }
  return {
    key: 'table-keys',
    keyboardShortcuts: {
      Enter: () => inTable(belowCell),
      'Shift-Enter': () =>
        inTable(({ tr, schema }) => {
          const lineBreak = schema.nodes['hardBreak']
          return lineBreak ? tr.replaceSelectionWith(lineBreak.create()) : tr
        }),
      Tab: () => {
        const transaction = withRowBelow(editor.prosemirrorState)
        if (transaction) editor.prosemirrorView.dispatch(transaction.scrollIntoView())
        return transaction !== null
      },
      ArrowDown: () => leave(editor.prosemirrorView, 'down'),
      ArrowUp: () => leave(editor.prosemirrorView, 'up'),
    },
  }
})

/** Moves the cursor to the end of the cell below; in the last row it stays. */
function belowCell({ tr, selection: { $head: place } }: EditorState): Transaction {
  const rowDepth = depthOf(place, 'tableRow')
  const table = place.node(rowDepth - 1)
  const column = place.index(rowDepth)
  const rowBelow = place.index(rowDepth - 1) + 1
  if (rowBelow >= table.childCount) return tr
  const row = table.child(rowBelow)
  let at = place.after(rowDepth) + 1
  for (let index = 0; index < Math.min(column, row.childCount - 1); index += 1) at += row.child(index).nodeSize
  const cell = tr.doc.resolve(at).nodeAfter
  return tr.setSelection(TextSelection.near(tr.doc.resolve(at + (cell?.nodeSize ?? 2) - 1), -1))
}

/** Adds an empty row, with the cursor in its first cell; null unless the cursor is in the last cell. */
function withRowBelow({ tr, schema, selection: { $head: place } }: EditorState): Transaction | null {
  const rowDepth = depthOf(place, 'tableRow')
  if (rowDepth === 0) return null
  const [rows, row] = [place.node(rowDepth - 1), place.node(rowDepth)]
  const isLast = place.index(rowDepth - 1) === rows.childCount - 1 && place.index(rowDepth) === row.childCount - 1
  const cell = isLast ? schema.nodes['tableCell']?.createAndFill() : null
  if (!cell) return null
  const at = place.after(rowDepth)
  tr.insert(
    at,
    row.type.create(
      null,
      Array.from({ length: row.childCount }, () => cell),
    ),
  )
  return tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1)))
}

/**
 * Moves to a new line beside the table, where there is no other text. @returns false where there is, or within the
 * table
 */
function leave(view: EditorView, direction: 'up' | 'down'): boolean {
  const { selection } = view.state
  const { $head: place } = selection
  const rowDepth = depthOf(place, 'tableRow')
  if (rowDepth === 0 || !selection.empty) return false
  const edge = direction === 'down' ? place.node(rowDepth - 1).childCount - 1 : 0
  return place.index(rowDepth - 1) === edge && leaveBlock(view, direction)
}
