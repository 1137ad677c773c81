// @vitest-environment jsdom
import { expect, it, onTestFinished } from 'vitest'
import { openRichDocument } from '../rich-document.ts'

const nothing = () => undefined

it.each([
  ['$$\nE = mc^2\n$$', '$$\nE = mc^2\n$$\n\nbelow\n'],
  ['<div>\n</div>', '<div>\n</div>\nbelow\n'],
])('Enter at the end leads out of a formula, and goes on in other markdown: %j', (source, written) => {
  const page = openRichDocument(`${source}\n`, {
    ...{ language: 'en', label: 'Text', placeholder: '', codeLanguage: '' },
    ...{ ask: nothing, onUnstorable: nothing },
  })
  const { editor } = page
  editor.mount(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => editor.unmount())
  const [island] = editor.document
  if (island) editor.setTextCursorPosition(island, 'end')

  editor.prosemirrorView.dom.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
  )
  editor.transact((transaction) => void transaction.insertText('below'))

  expect(page.markdown()).toBe(written)
})
