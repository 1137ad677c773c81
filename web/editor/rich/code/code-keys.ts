import { createExtension } from '@blocknote/core'
import { TextSelection } from 'prosemirror-state'
import type { RichEditor } from '../rich-schema.tsx'
import { leaveBlock } from '../typing/leave-block.ts'
import { leaveFromEmptyLine } from '../typing/leave-from-empty-line.ts'

/**
 * Leaves code with Enter on an empty last line, or with the arrows where there is no text beside it. Selects the code before the
 * whole page.
 */
export const codeKeys = createExtension(({ editor }) => {
  const rich = editor as unknown as RichEditor
  const leaveCode = (direction: 'up' | 'down'): boolean => {
    const { selection } = rich.prosemirrorState
    return (
      selection.empty && selection.$from.parent.type.spec.code === true && leaveBlock(rich.prosemirrorView, direction)
    )
  }
  const selectCode = (): boolean => {
    const { tr, selection } = rich.prosemirrorState
    const { $from: from, $to: to } = selection
    const isWhole = from.pos === from.start() && to.pos === to.end()
    if (!from.sameParent(to) || from.parent.type.spec.code !== true || isWhole) return false
    rich.prosemirrorView.dispatch(tr.setSelection(TextSelection.create(tr.doc, from.start(), from.end())))
    return true
  }
  return {
    key: 'code-keys',
    // The editor's own Enter would only add lines.
    runsBefore: ['code-block-keyboard-shortcuts'],
    keyboardShortcuts: {
      Enter: () => leaveFromEmptyLine(rich, 'codeBlock', /(?<=[^\n])\n$/),
      ArrowDown: () => leaveCode('down'),
      ArrowUp: () => leaveCode('up'),
      'Mod-a': selectCode,
    },
  }
})
