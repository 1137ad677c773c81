// @vitest-environment jsdom
import { expect, it, onTestFinished } from 'vitest'
import { openRichDocument } from '../rich-document.ts'

const nothing = () => undefined

it.each([
  ['one\n\ntwo\n', 'one\n\ntwo\n'],
  ['# one\n\ntwo\n', '# one\n\ntwo\n'],
  ['- one\n- two\n', '- one\n  - two\n'],
])('Tab in the second block of %j makes %j of the page', (source, wanted) => {
  const page = openRichDocument(source, {
    ...{ language: 'en', label: 'Text', placeholder: '', codeLanguage: '' },
    ...{ ask: nothing, onUnstorable: nothing },
  })
  page.editor.mount(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => page.editor.unmount())
  const [, second] = page.editor.document
  if (second) page.editor.setTextCursorPosition(second, 'end')

  const { prosemirrorView: view } = page.editor
  view.someProp('handleKeyDown', (handle) => handle(view, new KeyboardEvent('keydown', { key: 'Tab' })))

  expect(page.markdown()).toBe(wanted)
})
