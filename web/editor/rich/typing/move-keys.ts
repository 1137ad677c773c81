import { createExtension } from '@blocknote/core'
import type { EditorState, Transaction } from 'prosemirror-state'
import type { RichEditor } from '../rich-schema.tsx'

/**
 * Moves the selected blocks past the whole block above or below them; the editor itself would move them into that block
 * when it has others below it, so that a paragraph that only passes a list becomes part of it. At the edge of a list the
 * editor moves them out of it.
 */
export const moveKeys = createExtension(({ editor }) => {
  const rich = editor as unknown as RichEditor
  const moveBy = (step: -1 | 1) => (): boolean => {
    const { prosemirrorView: view } = rich
    const moved = movedPast(view.state, step)
    if (moved) view.dispatch(moved.scrollIntoView())
    return moved !== null
  }
  return {
    key: 'move-keys',
    keyboardShortcuts: { 'Mod-Shift-ArrowUp': moveBy(-1), 'Mod-Shift-ArrowDown': moveBy(1) },
  }
})

/** Null when there is no block to move past. */
function movedPast({ selection: { $from, $to }, tr }: EditorState, step: -1 | 1): Transaction | null {
  const range = $from.blockRange($to, ({ type }) => type.name === 'blockGroup')
  const other = range && range.parent.maybeChild(step < 0 ? range.startIndex - 1 : range.endIndex)
  if (!range || !other) return null
  // The other block moves: so the selection stays what it is.
  if (step < 0) return tr.insert(range.end, other).delete(range.start - other.nodeSize, range.start)
  return tr.delete(range.end, range.end + other.nodeSize).insert(range.start, other)
}
