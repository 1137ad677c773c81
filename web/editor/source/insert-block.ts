import type { EditorView } from '@codemirror/view'

/** Inserts text below the line with the cursor, and selects its sample; without one the cursor goes behind it all. */
export function insertBlock(view: EditorView, text: string, sample = ''): void {
  const { to } = view.state.selection.main
  const line = view.state.doc.lineAt(to)
  // A block begins on a line of its own.
  const before = line.text.trim() === '' ? '' : '\n\n'
  const from = line.to + before.length
  const at = sample === '' ? -1 : text.indexOf(sample)
  view.dispatch({
    changes: { from: line.to, insert: `${before}${text}` },
    selection: at < 0 ? { anchor: from + text.length } : { anchor: from + at, head: from + at + sample.length },
    scrollIntoView: true,
  })
  view.focus()
}
