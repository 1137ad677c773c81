import { createExtension } from '@blocknote/core'
import { redo } from 'prosemirror-history'
import { Plugin } from 'prosemirror-state'

/**
 * Redo that does nothing when there is nothing to redo. With Caps Lock the key is a lower-case letter, and the editor
 * would then try the binding without Shift, which is undo.
 */
export const redoKey = createExtension({
  key: 'redo-key',
  prosemirrorPlugins: [
    new Plugin({
      props: {
        handleKeyDown(view, { key, shiftKey, ctrlKey, metaKey, altKey }) {
          if (key.toLowerCase() !== 'z' || !shiftKey || altKey || ctrlKey === metaKey) return false
          redo(view.state, view.dispatch)
          return true
        },
      },
    }),
  ],
})
