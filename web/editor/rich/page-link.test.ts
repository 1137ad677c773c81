// @vitest-environment jsdom
import { expect, it, onTestFinished } from 'vitest'
import { insertPageLink } from './page-link.ts'
import { openRichDocument } from './rich-document.ts'

const nothing = () => undefined

it.each([
  ['word', 'word[Page](/1/2)more\n'],
  ['**bold**', '**bold**[Page](/1/2)**more**\n'],
  ['[link](/a)', '[link](/a)[Page](/1/2)more\n'],
])('what is typed behind a link to a page after %j looks as before, and is not linked', (source, text) => {
  const page = openRichDocument(source, {
    ...{ language: 'en', label: 'Text', placeholder: '', codeLanguage: '' },
    ...{ ask: nothing, onUnstorable: nothing },
  })
  page.editor.mount(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => page.editor.unmount())
  const [line] = page.editor.document
  if (line) page.editor.setTextCursorPosition(line, 'end')

  insertPageLink(page.editor, 'Page', '/1/2')
  page.editor.transact((transaction) => transaction.insertText('more'))

  expect(page.markdown()).toBe(text)
})
