// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { mountedRich } from '#tests/support/mounted-rich.ts'

it('Enter on an empty last line leads out of code, and takes the line away', () => {
  const page = mountedRich('```\none\n```\n\nEnd.\n')
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

it('everything is selected in code first, and in the page after that', () => {
  const page = mountedRich('Before.\n\n```\none\ntwo\n```\n')
  const { prosemirrorView: view } = page.editor
  const isBrowsers = () =>
    view.someProp('handleKeyDown', (handle) =>
      handle(view, new KeyboardEvent('keydown', { key: 'a', ctrlKey: true })),
    ) !== true
  const [before, code] = page.editor.document
  if (code) page.editor.setTextCursorPosition(code, 'end')

  expect(isBrowsers()).toBe(false)
  const { from, to } = view.state.selection
  expect(view.state.doc.textBetween(from, to)).toBe('one\ntwo')
  expect(isBrowsers()).toBe(true)

  if (before) page.editor.setTextCursorPosition(before, 'end')
  expect(isBrowsers()).toBe(true)
})
