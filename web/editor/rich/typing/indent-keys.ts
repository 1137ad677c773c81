import { createExtension } from '@blocknote/core'
import type { RichEditor } from '../rich-schema.tsx'

/** Blocks that markdown can indent others under. */
const PARENTS: ReadonlySet<string> = new Set(['bulletListItem', 'numberedListItem', 'checkListItem', 'quote'])

/** Whether the block with the cursor can be put under the one before it, and be there when the page is opened again. */
export function mayIndent(editor: RichEditor): boolean {
  const { block } = editor.getTextCursorPosition()
  const before = editor.getPrevBlock(block)
  return before !== undefined && PARENTS.has(before.type)
}

/** Tab indents nothing that markdown would not keep indented. */
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
