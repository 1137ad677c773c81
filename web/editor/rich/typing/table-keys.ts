import { createExtension } from '@blocknote/core'
import { TextSelection, type EditorState, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { depthOf, leaveBlock, toLineBelowBlock } from './leave-block.ts'

/**
 * Enter goes to the cell below, and Shift+Enter inserts a line break in the cell. Neither changes the selection to a
 * cell. In the last row Enter adds a row, as Tab does in the last cell: otherwise what is typed next would be glued to the
 * words of the cell. In an empty last row Enter leads out below, as in an empty item of a list, and removes the row if it came
 * by Enter: others were asked for. The arrows leave a table at the end or the beginning of the page for an empty line
 * there.
 */
export const tableKeys = createExtension(({ editor }) => {
  /** Rows added by Enter, as they were then. */
  const added: AddedRows = new WeakSet()
  const inTable = (change: (state: EditorState) => Transaction): boolean => {
    const { prosemirrorState: state, prosemirrorView: view } = editor
    if (depthOf(state.selection.$head, 'table') === 0) return false
    if (state.selection.$head.parent.type.name === 'tableParagraph') view.dispatch(change(state).scrollIntoView())
    return true
  }
  return {
    key: 'table-keys',
    keyboardShortcuts: {
      Enter: () => inTable((state) => belowCell(state, added)),
      'Shift-Enter': () =>
        inTable(({ tr, schema }) => {
          const lineBreak = schema.nodes['hardBreak']
          return lineBreak ? tr.replaceSelectionWith(lineBreak.create()) : tr
        }),
      Tab: () => {
        const { prosemirrorState: state, prosemirrorView: view } = editor
        if (!isInLastCell(state)) return false
        view.dispatch(withRowBelow(state).scrollIntoView())
        return true
      },
      ArrowDown: () => leave(editor.prosemirrorView, 'down'),
      ArrowUp: () => leave(editor.prosemirrorView, 'up'),
    },
  }
})

type AddedRows = WeakSet<Transaction['doc']>

/** Moves the cursor to the end of the cell below, or out of the table from an empty last row. */
function belowCell(state: EditorState, added: AddedRows): Transaction {
  const { tr, selection } = state
  const { $head: place } = selection
  const rowDepth = depthOf(place, 'tableRow')
  const table = place.node(rowDepth - 1)
  const column = place.index(rowDepth)
  const rowBelow = place.index(rowDepth - 1) + 1
  if (rowBelow >= table.childCount) {
    if (isEmptyRow(state, added)) return leaveEmptyRow(state, added)
    const change = withRowBelow(state, column)
    const { $head: newPlace } = change.selection
    added.add(newPlace.node(depthOf(newPlace, 'tableRow')))
    return change
  }
  const row = table.child(rowBelow)
  let at = place.after(rowDepth) + 1
  for (let index = 0; index < Math.min(column, row.childCount - 1); index += 1) at += row.child(index).nodeSize
  const cell = tr.doc.resolve(at).nodeAfter
  return tr.setSelection(TextSelection.near(tr.doc.resolve(at + (cell?.nodeSize ?? 2) - 1), -1))
}

/** Whether the cursor is in a row without text, and not in the header or the only row below it, if that was asked for. */
function isEmptyRow({ selection: { $head: place } }: EditorState, added: AddedRows): boolean {
  const rowDepth = depthOf(place, 'tableRow')
  const row = place.node(rowDepth)
  let isEmpty = place.index(rowDepth - 1) > (added.has(row) ? 0 : 1)
  row.descendants(({ isLeaf }) => void (isEmpty &&= !isLeaf))
  return isEmpty
}

/**
 * Moves the cursor to the paragraph below the table, a new one unless there is an empty one, and removes the row if it was
 * added by Enter.
 */
function leaveEmptyRow({ tr, selection: { $head: place } }: EditorState, added: AddedRows): Transaction {
  const rowDepth = depthOf(place, 'tableRow')
  toLineBelowBlock(tr)
  return added.has(place.node(rowDepth)) ? tr.delete(place.before(rowDepth), place.after(rowDepth)) : tr
}

/** Whether the cursor is in the last cell of a table. */
function isInLastCell({ selection: { $head: place } }: EditorState): boolean {
  const rowDepth = depthOf(place, 'tableRow')
  if (rowDepth === 0) return false
  const isLastRow = place.index(rowDepth - 1) === place.node(rowDepth - 1).childCount - 1
  return isLastRow && place.index(rowDepth) === place.node(rowDepth).childCount - 1
}

/** Adds an empty row below that of the cursor, which goes to this column of it. */
function withRowBelow({ tr, schema, selection: { $head: place } }: EditorState, column = 0): Transaction {
  const rowDepth = depthOf(place, 'tableRow')
  const row = place.node(rowDepth)
  const cell = schema.nodes['tableCell']?.createAndFill()
  if (!cell) return tr
  const at = place.after(rowDepth)
  tr.insert(
    at,
    row.type.create(
      null,
      Array.from({ length: row.childCount }, () => cell),
    ),
  )
  return tr.setSelection(
    TextSelection.near(tr.doc.resolve(at + 1 + Math.min(column, row.childCount - 1) * cell.nodeSize)),
  )
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
