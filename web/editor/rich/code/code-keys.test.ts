// @vitest-environment jsdom
import { expect, it, onTestFinished } from 'vitest'
import { openRichDocument } from '../rich-document.ts'

const nothing = () => undefined

it('Enter on an empty last line leads out of code, and takes the line away', () => {
  const page = openRichDocument('```\none\n```\n\nEnd.\n', {
    ...{ language: 'en', label: 'Text', placeholder: '', codeLanguage: '' },
    ...{ ask: nothing, onUnstorable: nothing },
  })
  page.editor.mount(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => page.editor.unmount())
  const [code] = page.editor.document
  if (code) page.editor.setTextCursorPosition(code, 'end')
  const { prosemirrorView: view } = page.editor
  const press = (key: string) =>
    view.someProp('handleKeyDown', (handle) => handle(view, new KeyboardEvent('keydown', { key })))
  const type = (text: string) => page.editor.transact((transaction) => transaction.insertText(text))

  press('Enter')
  type('two')
  press('Enter')
  expect(page.markdown()).toBe('```\none\ntwo\n\n```\n\nEnd.\n')
  press('Enter')
  type('Below.')

  expect(page.markdown()).toBe('```\none\ntwo\n```\n\nBelow.\n\nEnd.\n')
})
