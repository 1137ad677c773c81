// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { mountedRich } from '#tests/support/mounted-rich.ts'

it.each([
  ['one\n\ntwo\n', 'one\n\ntwo\n'],
  ['# one\n\ntwo\n', '# one\n\ntwo\n'],
  ['- one\n- two\n', '- one\n  - two\n'],
])('Tab in the second block of %j makes %j of the page', (source, wanted) => {
  const page = mountedRich(source)
  const [, second] = page.editor.document
  if (second) page.editor.setTextCursorPosition(second, 'end')

  const { prosemirrorView: view } = page.editor
  view.someProp('handleKeyDown', (handle) => handle(view, new KeyboardEvent('keydown', { key: 'Tab' })))

  expect(page.markdown()).toBe(wanted)
})
