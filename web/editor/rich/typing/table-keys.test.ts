// @vitest-environment jsdom
import { TextSelection } from 'prosemirror-state'
import { expect, it } from 'vitest'
import { mountedRich } from '#tests/support/mounted-rich.ts'

const TABLE = '| a | b |\n| --- | --- |\n| one | two |\n'

/** A page with a table, and the cursor behind this word of it. */
function opened(word: string, source = TABLE) {
  const page = mountedRich(source)
  page.editor.transact((transaction) => {
    transaction.doc.descendants((node, at) => {
      if (node.text === word) transaction.setSelection(TextSelection.create(transaction.doc, at + word.length))
    })
  })
  const { prosemirrorView: view } = page.editor
  // Nothing has a place on the screen here: every line is the only one of its cell.
  view.endOfTextblock = () => true
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

it('Enter in the last row adds a row and goes to the cell below', () => {
  const { press, type, markdown } = opened('two')

  press('Enter')
  type('three')

  expect(markdown()).toBe(`${TABLE}| | three |\n`)
})

it.each(['', '\nbelow\n'])(
  'Enter in an empty last row that was asked for leaves it, with %j below the table',
  (below) => {
    const { press, type, markdown } = opened('two', `${TABLE}| | |\n${below}`)

    press('Enter')
    press('Enter')
    type('new')

    expect(markdown()).toBe(`${TABLE}| | |\n\nnew\n${below}`)
  },
)

it.each(['', '\nbelow\n'])('Enter in an empty last row that came by Enter leaves a table with %j below it', (below) => {
  const { press, type, markdown } = opened('one', TABLE + below)

  press('Enter')
  press('Enter')
  type('new')

  expect(markdown()).toBe(`${TABLE}\nnew\n${below}`)
})

it('Enter in an empty row that came by Enter leaves a table of a header, too', () => {
  const header = '| a | b |\n| --- | --- |\n'
  const { press, type, markdown } = opened('a', header)

  press('Enter')
  press('Enter')
  type('new')

  expect(markdown()).toBe(`${header}\nnew\n`)
})

it('Tab in any other cell adds none', () => {
  const { press, markdown } = opened('one')

  press('Tab')

  expect(markdown()).toBe('| a | b |\n| --- | --- |\n| one | two |\n')
})

it('the arrow down leaves a table with nothing below it, from its last row alone', () => {
  const first = opened('b')
  const last = opened('two')

  first.press('ArrowDown')
  last.press('ArrowDown')
  last.type('below')

  expect(first.markdown()).toBe(TABLE)
  expect(last.markdown()).toBe(`${TABLE}\nbelow\n`)
})

it('the arrow up leaves a table with nothing above it', () => {
  const { press, type, markdown } = opened('b')

  press('ArrowUp')
  type('above')

  expect(markdown()).toBe(`above\n\n${TABLE}`)
})

it('the arrows add no line where there is one', () => {
  const source = `above\n\n${TABLE}\nbelow\n`
  const { press, markdown, editor } = opened('two', source)
  const before = editor.document.length

  press('ArrowDown')

  expect(editor.document).toHaveLength(before)
  expect(markdown()).toBe(source)
})
