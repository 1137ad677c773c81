import { createExtension } from '@blocknote/core'
import type { RichEditor } from '../rich-schema.tsx'

const ITEMS: ReadonlySet<string> = new Set(['bulletListItem', 'numberedListItem', 'checkListItem'])

/**
 * Enter in an empty item within another item makes it one of the outer list. The editor's own would make it a paragraph of
 * the outer item, from where no Enter leads to the next one.
 */
export const listKeys = createExtension(({ editor }) => {
  const rich = editor as unknown as RichEditor
  return {
    key: 'list-keys',
    runsBefore: ['bullet-list-item-shortcuts', 'numbered-list-item-shortcuts', 'check-list-item-shortcuts'],
    keyboardShortcuts: {
      Enter() {
        const { block, parentBlock: outer } = rich.getTextCursorPosition()
        const isEmpty = ITEMS.has(block.type) && Array.isArray(block.content) && block.content.length === 0
        if (!isEmpty || outer === undefined || !ITEMS.has(outer.type)) return false
        rich.transact(() => {
          rich.unnestBlock()
          rich.updateBlock(block.id, { type: outer.type })
        })
        return true
      },
    },
  }
})
