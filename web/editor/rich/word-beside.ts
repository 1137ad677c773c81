import { createExtension } from '@blocknote/core'
import { Plugin, TextSelection, type EditorState } from 'prosemirror-state'

/**
 * A double click in the space behind a line selects its last word. Browsers select the end of the block up to the
 * beginning of the next one: nothing that is seen, and typing would join them.
 */
export const wordBeside = createExtension({
  key: 'word-beside',
  prosemirrorPlugins: [
    new Plugin({
      props: {
        handleDoubleClick(view, position) {
          const word = lastWordBefore(view.state, position)
          if (!word) return false
          view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, word.from, word.to)))
          return true
        },
      },
    }),
  ],
})

export interface Range {
  readonly from: number
  readonly to: number
}

const words = new Intl.Segmenter('zh', { granularity: 'word' })

/** The last word of the line that ends at this position; null when none does, or when something else is its end. */
export function lastWordBefore({ doc }: EditorState, position: number): Range | null {
  const end = doc.resolve(position)
  const { parent, parentOffset, nodeAfter } = end
  const isLineEnd = parentOffset === parent.content.size || nodeAfter?.type.name === 'hardBreak'
  // Browsers know the lines of code.
  if (!parent.isTextblock || parent.type.spec.code || !isLineEnd) return null
  const before = parent.children.slice(0, end.index())
  const text = before
    .slice(before.findLastIndex((node) => !node.isText) + 1)
    .map((node) => node.text)
    .join('')
  const last = [...words.segment(text)].findLast(({ isWordLike }) => isWordLike)
  if (!last) return null
  const from = position - text.length + last.index
  return { from, to: from + last.segment.length }
}
