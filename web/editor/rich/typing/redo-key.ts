import { createExtension } from '@blocknote/core'
import { redo } from 'prosemirror-history'
import { Plugin } from 'prosemirror-state'

/**
 * Redoes, and with nothing to redo does nothing. With Caps Lock the key is a small letter, and the editor would then try
 * the binding without Shift, which undoes.
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
