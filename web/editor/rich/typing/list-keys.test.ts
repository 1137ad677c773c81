// @vitest-environment jsdom
import { TextSelection } from 'prosemirror-state'
import { expect, it } from 'vitest'
import { mountedRichAt } from '#tests/support/mounted-rich.ts'

it.each([
  ['- one\n  - two\n', '- one\n  - two\n- new\n'],
  ['- one\n  - two\n- last\n', '- one\n  - two\n- new\n- last\n'],
  ['1. one\n   - two\n', '1. one\n   - two\n2. new\n'],
  ['- one\n  - [ ] two\n', '- one\n  - [ ] two\n- new\n'],
  ['- one\n  - within\n    - two\n', '- one\n  - within\n    - two\n  - new\n'],
])('Enter in an empty item that is within another goes on with the outer list: %j', (source, wanted) => {
  const { press, type, markdown } = openedAt(source)

  press()
  press()
  type('new')

  expect(markdown()).toBe(wanted)
})

it.each(['- one\n- two\n', '> said\n>\n> - two\n'])('Enter in any other empty item ends the list: %j', (source) => {
  const { press, type, markdown } = openedAt(source)

  press()
  press()
  type('new')

  expect(markdown()).toMatch(/\n(> )?new\n$/)
})

it('a numbered item that becomes one of the outer list counts with it, whatever number it was typed with', () => {
  const { editor, press, type, markdown } = openedAt('1. one\n   - two\n2. last\n')
  press()
  editor.updateBlock(editor.getTextCursorPosition().block, { type: 'numberedListItem', props: { start: 7 } })

  press()
  type('new')

  expect(markdown()).toBe('1. one\n   - two\n2. new\n3. last\n')
})

it.each([
  ['- one\n  - two\n- last\n', 'all of it', '- one\n  - two\n  - new\n'],
  ['- one\n  - two\n- last\n', 'a part of it', '- one\n  - two\n  -\n  - newst\n'],
  ['- two\n- last\n', 'all of it', '- two\n- new\n'],
])('Enter replaces what is selected from an empty item downwards: %j, %s', (source, selected, wanted) => {
  const { editor, press, type, markdown } = openedAt(source)
  press()
  const { from } = editor.prosemirrorState.selection
  editor.transact((transaction) => {
    let end = 0
    transaction.doc.descendants((node, position) => void (node.text === 'last' && (end = position + 4)))
    const to = selected === 'all of it' ? end : end - 2
    transaction.setSelection(TextSelection.create(transaction.doc, to, from))
  })

  press()
  type('new')

  expect(markdown()).toBe(wanted)
})

function openedAt(source: string) {
  const page = mountedRichAt(source, 'two')
  const { prosemirrorView: view } = page.editor
  return {
    ...page,
    press: () =>
      view.someProp('handleKeyDown', (handle) => handle(view, new KeyboardEvent('keydown', { key: 'Enter' }))),
    type: (text: string) => page.editor.transact((transaction) => transaction.insertText(text)),
  }
}
