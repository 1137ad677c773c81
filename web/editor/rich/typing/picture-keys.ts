import { createExtension } from '@blocknote/core'
import { NodeSelection, Plugin, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/**
 * What is typed while a block without text is selected, as a picture is after it was pasted, goes to a new paragraph below
 * it: the editor would drop the letters.
 */
export const pictureKeys = createExtension({
  key: 'picture-keys',
  prosemirrorPlugins: [
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown(view, { key, ctrlKey, metaKey, altKey }) {
            // 'Process' is the first key of a composition.
            if ((key.length === 1 || key === 'Process') && !ctrlKey && !metaKey && !altKey) goBelow(view)
            return false
          },
        },
      },
    }),
  ],
})

function goBelow(view: EditorView): void {
  const { tr, schema, selection } = view.state
  if (!view.editable || !(selection instanceof NodeSelection) || selection.node.isInline) return
  const { $from: place } = selection
  const line = place.parent.type.name === 'blockContainer' ? schema.nodes['blockContainer']?.createAndFill() : null
  if (!line) return
  const below = place.after()
  tr.insert(below, line)
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(below + 1))).scrollIntoView())
}
