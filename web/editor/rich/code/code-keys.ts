import { createExtension } from '@blocknote/core'
import type { RichEditor } from '../rich-schema.tsx'
import { leaveBlock } from '../typing/leave-block.ts'

/** Leaves code with Enter on an empty last line, or with the arrows where there is no text beside it. */
export const codeKeys = createExtension(({ editor }) => {
  const rich = editor as unknown as RichEditor
  const leaveCode = (direction: 'up' | 'down'): boolean => {
    const { selection } = rich.prosemirrorState
    return (
      selection.empty && selection.$from.parent.type.spec.code === true && leaveBlock(rich.prosemirrorView, direction)
    )
  }
  return {
    key: 'code-keys',
    // The editor's own Enter would only add lines.
    runsBefore: ['code-block-keyboard-shortcuts'],
    keyboardShortcuts: {
      Enter: () => leaveFromEmptyLine(rich),
      ArrowDown: () => leaveCode('down'),
      ArrowUp: () => leaveCode('up'),
    },
  }
})

/** The empty line is removed. */
function leaveFromEmptyLine(editor: RichEditor): boolean {
  const { selection } = editor.prosemirrorState
  const { parent, parentOffset, pos } = selection.$from
  const { block, nextBlock } = editor.getTextCursorPosition()
  const isAtEnd = selection.empty && parentOffset === parent.content.size
  if (block.type !== 'codeBlock' || !isAtEnd || !/[^\n]\n$/.test(parent.textContent)) return false
  editor.transact((transaction) => {
    transaction.delete(pos - 1, pos)
    const isFree = nextBlock?.type === 'paragraph' && nextBlock.content.length === 0
    const [line] = isFree ? [nextBlock] : editor.insertBlocks([{ type: 'paragraph' }], block, 'after')
    if (line) editor.setTextCursorPosition(line, 'start')
    transaction.scrollIntoView()
  })
  return true
}
