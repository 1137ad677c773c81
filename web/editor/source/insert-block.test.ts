// @vitest-environment jsdom
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { expect, it, onTestFinished } from 'vitest'
import { insertBlock } from './insert-block.ts'

it.each([
  ['replaces its sample', 'Mind the gap.', 'before\n\n> x'],
  ['goes behind it without a sample', '', 'before\n\n> Mind the gap.x'],
  ['goes behind it when the sample is not in it', 'Save first.', 'before\n\n> Mind the gap.x'],
])('what is typed after a block was inserted %s', (_how, sample, text) => {
  const view = new EditorView({ state: EditorState.create({ doc: 'before' }), parent: document.body })
  onTestFinished(() => view.destroy())

  insertBlock(view, '> Mind the gap.', sample)
  view.dispatch(view.state.replaceSelection('x'))

  expect(view.state.doc.toString()).toBe(text)
})
