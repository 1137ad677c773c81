// @vitest-environment jsdom
import { TextSelection } from 'prosemirror-state'
import { expect, it, onTestFinished } from 'vitest'
import { openRichDocument } from '../rich-document.ts'

const nothing = () => undefined

/** A page with a table, and the cursor behind this word of it. */
function opened(word: string) {
  const page = openRichDocument('| a | b |\n| --- | --- |\n| one | two |\n', {
    ...{ language: 'en', label: 'Text', placeholder: '' },
    ...{ ask: nothing, onUnstorable: nothing },
  })
  page.editor.mount(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => page.editor.unmount())
  page.editor.transact((transaction) => {
    transaction.doc.descendants((node, at) => {
      if (node.text === word) transaction.setSelection(TextSelection.create(transaction.doc, at + word.length))
    })
  })
  const { prosemirrorView: view } = page.editor
  return {
    ...page,
    press: (key: string) =>
      view.someProp('handleKeyDown', (handle) => handle(view, new KeyboardEvent('keydown', { key }))),
    type: (text: string) => page.editor.transact((transaction) => transaction.insertText(text)),
  }
}

it('Tab in the last cell adds a row and goes to its first cell', () => {
  const { press, type, markdown } = opened('two')

  press('Tab')
  type('three')

  expect(markdown().split('\n').slice(2)).toEqual(['| one | two |', '| three | |', ''])
})

it('Tab in any other cell adds none', () => {
  const { press, markdown } = opened('one')

  press('Tab')

  expect(markdown()).toBe('| a | b |\n| --- | --- |\n| one | two |\n')
})
