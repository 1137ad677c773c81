import { createExtension } from '@blocknote/core'
import type { RichEditor } from '../rich-schema.tsx'

const ITEMS: ReadonlySet<string> = new Set(['bulletListItem', 'numberedListItem', 'checkListItem'])

/**
 * Enter in an empty item within another makes it one of the outer list. The editor's own would make it a paragraph of
 * the outer item, from where no Enter leads to the next one.
 */
export const listKeys = createExtension(({ editor }) => {
  const rich = editor as unknown as RichEditor
  return {
    key: 'list-keys',
    runsBefore: ['bullet-list-item-shortcuts', 'numbered-list-item-shortcuts', 'check-list-item-shortcuts'],
    keyboardShortcuts: {
      Enter() {
        if (!rich.prosemirrorState.selection.empty) return replaceFromEmptyItem(rich)
        const { block, parentBlock: outer } = rich.getTextCursorPosition()
        const isEmpty = ITEMS.has(block.type) && Array.isArray(block.content) && block.content.length === 0
        if (!isEmpty || outer === undefined || !ITEMS.has(outer.type)) return false
        rich.transact(() => {
          rich.unnestBlock()
          // It counts with the items above it, whatever number it was typed with.
          if (outer.type === 'numberedListItem') rich.updateBlock(block.id, { type: outer.type, props: WITHOUT_NUMBER })
          else rich.updateBlock(block.id, { type: outer.type })
        })
        return true
      },
    },
  }
})
const WITHOUT_NUMBER = { start: undefined }

/** The editor leaves a selection that begins in an empty block to the browser. */
function replaceFromEmptyItem(rich: RichEditor): boolean {
  const { parent } = rich.prosemirrorState.selection.$from
  if (!ITEMS.has(parent.type.name) || parent.content.size > 0) return false
  rich.transact((transaction) => void transaction.deleteSelection())
  // What is left of the last line goes into a line of its own, as usual.
  return rich.prosemirrorState.selection.$from.parent.content.size === 0
}
