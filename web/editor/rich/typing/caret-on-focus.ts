import { createExtension } from '@blocknote/core'
import { Plugin } from 'prosemirror-state'

/**
 * A text that gets the focus back from a dialog gets it with the caret at its start. The editor moves the caret where it
 * was 20 ms later; on a busy machine what is inserted or typed meanwhile would go to the start of the text. So it is
 * moved at once. After a click it stays where the click put it.
 */
export const caretOnFocus = createExtension({
  key: 'caret-on-focus',
  prosemirrorPlugins: [
    new Plugin({
      view: ({ dom }) => {
        const stop = new AbortController()
        const { signal } = stop
        const { ownerDocument } = dom
        dom.addEventListener('mousedown', () => clicked.add(dom), { signal })
        // It may be let go anywhere.
        ownerDocument.addEventListener('mouseup', () => clicked.delete(dom), { signal, capture: true })
        return { destroy: () => stop.abort() }
      },
      props: {
        handleDOMEvents: {
          focus(view) {
            if (!clicked.has(view.dom)) view.focus()
            return false
          },
        },
      },
    }),
  ],
})

/** Texts in which a mouse button is down. */
const clicked = new WeakSet<Element>()
