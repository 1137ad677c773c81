import { createExtension } from '@blocknote/core'
import { TextSelection, type EditorState, type Selection, type Transaction } from 'prosemirror-state'

/** Enter goes to the cell below, and Shift+Enter begins a line within the cell. Neither selects anything. */
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
    },
  }
})

/** The cursor at the end of the cell below; in the last row it stays. */
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

function depthOf(place: Selection['$head'], name: string): number {
  let { depth } = place
  while (depth > 0 && place.node(depth).type.name !== name) depth -= 1
  return depth
}
