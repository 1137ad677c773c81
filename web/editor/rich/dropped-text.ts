import { createExtension } from '@blocknote/core'
import { Plugin, Selection } from 'prosemirror-state'

/** Text that is dropped from elsewhere is read as what is pasted, at the place where it is dropped. */
export const droppedText = (take: (data: DataTransfer) => void) =>
  createExtension({
    key: 'dropped-text',
    prosemirrorPlugins: [
      new Plugin({
        props: {
          handleDrop(view, { dataTransfer, clientX, clientY }) {
            // What is dragged within the text is moved by the editor, and files are taken by the page.
            if (!dataTransfer || view.dragging || dataTransfer.types.includes('blocknote/html')) return false
            const place = view.posAtCoords({ left: clientX, top: clientY })
            if (!place || dataTransfer.files.length > 0) return false
            const { state } = view
            view.dispatch(state.tr.setSelection(Selection.near(state.doc.resolve(place.pos))))
            view.focus()
            take(dataTransfer)
            return true
          },
        },
      }),
    ],
  })
