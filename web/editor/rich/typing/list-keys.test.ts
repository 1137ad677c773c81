// @vitest-environment jsdom
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
