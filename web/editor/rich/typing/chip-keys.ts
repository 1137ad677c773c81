import { createExtension, type BlockNoteEditor } from '@blocknote/core'
import { TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

const CHIP = 'mdRaw'

/** F2 opens the piece of markdown before or behind the cursor, which otherwise only a click reaches. */
export const chipKeys = createExtension({
  key: 'chip-keys',
  keyboardShortcuts: { F2: ({ editor }) => openChip(editor.prosemirrorView) },
})

function openChip(view: EditorView): boolean {
  const { empty, $from: place } = view.state.selection
  if (!empty) return false
  const before = place.nodeBefore?.type.name === CHIP ? place.pos - place.nodeBefore.nodeSize : null
  const at = place.nodeAfter?.type.name === CHIP ? place.pos : before
  const chip = at === null ? null : view.nodeDOM(at)
  if (!(chip instanceof HTMLElement)) return false
  chip.querySelector('button')?.click()
  return true
}

/** Puts the cursor behind a chip. @param at its position; undefined once it is gone */
export function leaveChip(editor: Pick<BlockNoteEditor, 'prosemirrorView'>, at: number | undefined): void {
  const { prosemirrorView: view } = editor
  view.focus()
  if (at === undefined) return
  const { tr } = view.state
  const size = tr.doc.nodeAt(at)?.nodeSize ?? 0
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + size)))
}
