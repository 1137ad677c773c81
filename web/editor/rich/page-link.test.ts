// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { mountedRich } from '#tests/support/mounted-rich.ts'
import { insertPageLink } from './page-link.ts'

it.each([
  ['word', 'word[Page](/1/2)more\n'],
  ['**bold**', '**bold**[Page](/1/2)**more**\n'],
  ['[link](/a)', '[link](/a)[Page](/1/2)more\n'],
])('what is typed behind a link to a page after %j looks as before, and is not linked', (source, text) => {
  const page = mountedRich(source)
  const [line] = page.editor.document
  if (line) page.editor.setTextCursorPosition(line, 'end')

  insertPageLink(page.editor, 'Page', '/1/2')
  page.editor.transact((transaction) => transaction.insertText('more'))

  expect(page.markdown()).toBe(text)
})
