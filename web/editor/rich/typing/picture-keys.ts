import { createExtension } from '@blocknote/core'
import { NodeSelection, Plugin, TextSelection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { newBlockId } from '../../markdown-blocks/blocks.ts'

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
          keydown(view, event) {
            // 'Process' is the first key of a composition.
            if (event.key === 'Process' || isLetter(event)) goBelow(view)
            return false
          },
          // Keyboards on screens do not say which key it is.
          compositionstart(view) {
            goBelow(view)
            return false
          },
          beforeinput(view, { inputType }) {
            if (TYPING.has(inputType)) goBelow(view)
            return false
          },
        },
      },
    }),
  ],
})

const TYPING: ReadonlySet<string> = new Set(['insertText', 'insertCompositionText'])

/** Option and AltGr type letters, too: `@`, `€` or `[` on many keyboards. */
function isLetter(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event
  if (key.length !== 1 || metaKey) return false
  const isOption = altKey && /Mac OS X/.test(navigator.userAgent)
  return event.getModifierState('AltGraph') || (!ctrlKey && (!altKey || isOption))
}

export function goBelow(view: EditorView): void {
  const { tr } = view.state
  if (view.editable && toLineBelow(tr)) view.dispatch(tr.scrollIntoView())
}

/**
 * Moves the cursor from a selected block without text to a new paragraph below it, so that what comes next does not
 * replace the block. @returns false where there is no such block
 */
export function toLineBelow(transaction: Transaction): boolean {
  const { doc, selection } = transaction
  if (!(selection instanceof NodeSelection) || selection.node.isInline) return false
  const { $from: place } = selection
  const { blockContainer } = doc.type.schema.nodes
  // The id is looked for before the editor would give one.
  const line = place.parent.type === blockContainer ? blockContainer.createAndFill({ id: newBlockId() }) : null
  if (!line) return false
  const below = place.after()
  transaction.insert(below, line)
  transaction.setSelection(TextSelection.near(transaction.doc.resolve(below + 1)))
  return true
}
