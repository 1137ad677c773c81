import { createExtension } from '@blocknote/core'
import type { RichEditor } from '../rich-schema.tsx'

/** Blocks that can have indented children in markdown. */
const PARENTS: ReadonlySet<string> = new Set(['bulletListItem', 'numberedListItem', 'checkListItem', 'quote'])

/** Whether the block at the cursor can be indented below the previous one without losing that on the next opening. */
export function mayIndent(editor: RichEditor): boolean {
  const { block } = editor.getTextCursorPosition()
  const before = editor.getPrevBlock(block)
  return before !== undefined && PARENTS.has(before.type)
}

/** Tab only indents what markdown keeps indented. */
export const indentKeys = createExtension(({ editor }) => {
  const rich = editor as unknown as RichEditor
  return {
    key: 'indent-keys',
    keyboardShortcuts: {
      Tab() {
        const { parent } = rich.prosemirrorState.selection.$from
        const isOwn = parent.type.spec.code === true || parent.type.name === 'tableParagraph'
        return !isOwn && !mayIndent(rich)
      },
    },
  }
})
