// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { mountedRich } from '#tests/support/mounted-rich.ts'

/** The page after this was typed elsewhere, and `.` here. */
function typed(text: string, source = ''): string {
  const page = mountedRich(source)
  page.typeText(text, 'above')
  page.editor.transact((transaction) => void transaction.insertText('.'))
  return page.markdown()
}

it.each([
  ['one', 'one.\n'],
  ['one\ntwo', 'one\n\ntwo.\n'],
  ['one\n\ntwo\n', 'one\n\ntwo\n\n.\n'],
  ['\n', '.\n'],
  ['# Title\nwords', '# Title\n\nwords.\n'],
  ['- one\n- two\n', '- one\n- two\n- .\n'],
  ['```sql\nselect 1\nselect 2\n```\nwords', '```sql\nselect 1\nselect 2\n```\n\nwords.\n'],
  ['a*b_c', 'a\\*b_c.\n'],
])('what was typed elsewhere as %j is written as %j once typing goes on', (text, written) => {
  expect(typed(text).trimStart()).toBe(written)
})

it('what was typed elsewhere stands above the text of a page, in a paragraph of its own', () => {
  expect(typed('before', 'words\n\nmore\n')).toBe('before.\n\nwords\n\nmore\n')
})
