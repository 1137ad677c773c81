import type { RichEditor } from '../rich-schema.tsx'

/**
 * Moves from the empty last line of a block of text to a paragraph below it; the line is removed. @returns false elsewhere
 *
 * @param emptyLine matches it at the end of the text, with the line break before it
 */
export function leaveFromEmptyLine(editor: RichEditor, type: 'codeBlock' | 'mdIsland', emptyLine: RegExp): boolean {
  const { selection } = editor.prosemirrorState
  const { parent, parentOffset, pos } = selection.$from
  const { block, nextBlock } = editor.getTextCursorPosition()
  const line = emptyLine.exec(parent.textContent)?.[0]
  if (block.type !== type || !selection.empty || parentOffset !== parent.content.size || line === undefined)
    return false
  editor.transact((transaction) => {
    transaction.delete(pos - line.length, pos)
    const isFree = nextBlock?.type === 'paragraph' && nextBlock.content.length === 0
    const [below] = isFree ? [nextBlock] : editor.insertBlocks([{ type: 'paragraph' }], block, 'after')
    if (below) editor.setTextCursorPosition(below, 'start')
    transaction.scrollIntoView()
  })
  return true
}
