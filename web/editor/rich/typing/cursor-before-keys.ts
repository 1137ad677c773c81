import { createExtension } from '@blocknote/core'
import { Plugin } from 'prosemirror-state'

/**
 * The browser reports a moved cursor a moment later, but the next key at once: on a busy machine Home and Enter would
 * split the line at its end, and Home and Backspace would delete its last letter. So the cursor is looked up before
 * each key that is not a letter; letters are inserted by the browser, which knows where.
 */
export const cursorBeforeKeys = createExtension({
  key: 'cursor-before-keys',
  prosemirrorPlugins: [
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown(view, { key, ctrlKey, metaKey, isComposing }) {
            const isLetter = key.length === 1 && !ctrlKey && !metaKey
            if (!isLetter && !isComposing && !view.composing && key !== 'Process')
              view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
            return false
          },
        },
      },
    }),
  ],
})
