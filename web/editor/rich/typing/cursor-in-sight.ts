import { createExtension } from '@blocknote/core'
import { Plugin } from 'prosemirror-state'

/**
 * Shows the cursor again when there is less room for the text: a keyboard that comes up on a phone would hide the line
 * in which somebody is about to type.
 */
export const cursorInSight = createExtension({
  key: 'cursor-in-sight',
  prosemirrorPlugins: [
    new Plugin({
      view(view) {
        const room = view.dom.closest('.edit-page')
        if (!room) return {}
        let height = room.clientHeight
        const observer = new ResizeObserver(() => {
          const isLess = room.clientHeight < height
          height = room.clientHeight
          if (isLess && view.hasFocus()) view.dispatch(view.state.tr.scrollIntoView())
        })
        observer.observe(room)
        return { destroy: () => observer.disconnect() }
      },
    }),
  ],
})
