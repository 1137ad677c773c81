import { createExtension } from '@blocknote/core'
import type { RichEditor } from '../rich-schema.tsx'
import { leaveBlock } from '../typing/leave-block.ts'
import { leaveFromEmptyLine } from '../typing/leave-from-empty-line.ts'

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
      Enter: () => leaveFromEmptyLine(rich, 'codeBlock', /(?<=[^\n])\n$/),
      ArrowDown: () => leaveCode('down'),
      ArrowUp: () => leaveCode('up'),
    },
  }
})
