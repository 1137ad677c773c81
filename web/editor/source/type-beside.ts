import type { EditorView } from '@codemirror/view'
import type { TextSide } from '../beside-text.ts'

/** Types this beside the text, with an empty line between them. The cursor is where it ends. */
export function typeBeside(view: EditorView, typed: string, side: TextSide): void {
  const text = view.state.doc.toString()
  const gap = text.trim() === '' ? '' : '\n\n'
  const isAbove = side === 'above'
  const [from, to] = gap === '' ? [0, text.length] : isAbove ? [0, 0] : [text.trimEnd().length, text.length]
  const insert = isAbove ? typed + gap : gap + typed
  const anchor = from + (isAbove ? typed : insert).length
  view.dispatch({ changes: { from, to, insert }, selection: { anchor }, scrollIntoView: true })
}
