// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { mountedRich } from '#tests/support/mounted-rich.ts'

it.each([
  ['$$\nE = mc^2\n$$', '$$\nE = mc^2\n$$\n\nbelow\n'],
  ['<div>\n</div>', '<div>\n</div>\nbelow\n'],
])('Enter at the end leads out of a formula, and goes on in other markdown: %j', (source, written) => {
  const page = mountedRich(`${source}\n`)
  const { editor } = page
  const [island] = editor.document
  if (island) editor.setTextCursorPosition(island, 'end')

  editor.prosemirrorView.dom.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
  )
  editor.transact((transaction) => void transaction.insertText('below'))

  expect(page.markdown()).toBe(written)
})
