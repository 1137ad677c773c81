// @vitest-environment jsdom
import { TextSelection } from 'prosemirror-state'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openRichDocument, type RichDocument } from './rich-document.ts'
import { addToBlockMenu, blocksFor } from './typing/block-menu.ts'

const nothing = () => undefined
const LINES = 'one\ntwo\nthree\n'

/** A document with the cursor behind this word. */
function opened(source: string, word: string): RichDocument {
  const page = openRichDocument(source, {
    ...{ language: 'en', label: 'Text', placeholder: '', codeLanguage: '' },
    ...{ ask: nothing, onUnstorable: nothing },
  })
  page.editor.mount(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => page.editor.unmount())
  page.editor.transact((transaction) => {
    transaction.doc.descendants((node, position) => {
      const at = node.isText ? (node.text ?? '').indexOf(word) : -1
      if (at >= 0) transaction.setSelection(TextSelection.create(transaction.doc, position + at + word.length))
    })
  })
  return page
}
const type = ({ editor }: RichDocument, text: string): void =>
  editor.transact((transaction) => void transaction.insertText(text))
const enter = ({ editor }: RichDocument): void => {
  const { dom } = editor.prosemirrorView
  dom.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
}
/** Chosen in the menu of blocks, which has taken its query out of the text. */
const choose = ({ editor }: RichDocument, title: string): void =>
  blocksFor(editor, '')
    .find((entry) => entry.title === title)
    ?.onItemClick()

describe('a block put into a paragraph of several lines stands at the line of the cursor', () => {
  it('a table in a line begun by Enter', () => {
    const page = opened(LINES, 'one')
    enter(page)

    page.insertTable(2, 1)

    type(page, 'head')
    expect(page.markdown()).toBe('one\n\n| head |\n| --- |\n| |\n\ntwo\nthree\n')
  })

  it('markdown, between the lines', () => {
    const page = opened(LINES, 'two')

    page.insert('> note\n')

    type(page, '!')
    expect(page.markdown()).toBe('one\ntwo\n\n> note!\n\nthree\n')
  })

  it('markdown, in the empty line between others', () => {
    const page = opened('one\nx\nthree\n', 'x')
    page.editor.transact((transaction) =>
      transaction.delete(transaction.selection.from - 1, transaction.selection.from),
    )

    page.insert('> note\n')

    expect(page.markdown()).toBe('one\n\n> note\n\nthree\n')
  })

  it.each([
    ['Heading 2', '## new'],
    ['Quote', '> new'],
    ['Bulleted list', '- new'],
    ['Numbered list', '1. new'],
    ['Task list', '- [ ] new'],
    ['Code block', '```\nnew\n```'],
    ['Paragraph', 'new'],
  ])('%s of the menu, in a line begun by Enter', (title, written) => {
    const page = opened(LINES, 'two')
    enter(page)

    choose(page, title)

    type(page, 'new')
    expect(page.markdown()).toBe(`one\ntwo\n\n${written}\n\nthree\n`)
  })

  it('what is chosen later, as the size of a table, leaves the lines alone until then', () => {
    const page = opened(LINES, 'two')
    addToBlockMenu(page.editor, { pickTable: nothing, entries: () => [] })

    choose(page, 'Table')

    expect(page.markdown()).toBe(LINES)
  })
})

it('the lines around it come back together by undo', () => {
  const page = opened(LINES, 'one')

  page.insert('> note\n')
  for (let step = 0; step < 3; step += 1) page.editor.undo()

  expect(page.markdown()).toBe(LINES)
})

/** Types these keys as a browser tells the editor of them. */
function press(page: RichDocument, keys: string): void {
  const view = page.editor.prosemirrorView
  for (const key of keys) {
    const { from, to } = view.state.selection
    const plain = () => view.state.tr.insertText(key, from, to)
    if (key === '\n') enter(page)
    else if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, key, plain))) view.dispatch(plain())
  }
}

describe('a shortcut at the start of a paragraph of several lines makes a block of its line alone', () => {
  it.each([
    ['## ', '## new'],
    ['- ', '- new'],
    ['1. ', '1. new'],
    ['> ', '> new'],
    ['[ ] ', '- [ ] new'],
    ['---\n', '---\n\nnew'],
    ['```sql ', '```sql\nnew\n```'],
    ['```sql\n', '```sql\nnew\n```'],
  ])('%s', (keys, written) => {
    const page = opened(LINES, 'one')
    enter(page)

    press(page, `${keys}new`)

    expect(page.markdown()).toBe(`one\n\n${written}\n\ntwo\nthree\n`)
  })
})

it.each(['```sql ', '```sql\n'])('%s before other words of a line leaves them below the code', (keys) => {
  const page = opened('one\n\nsome **bold** words\n', 'one')
  const [, words] = page.editor.document
  if (words) page.editor.setTextCursorPosition(words, 'start')

  press(page, `${keys}new`)

  expect(page.markdown()).toBe('one\n\n```sql\nnew\n```\n\nsome **bold** words\n')
})

it.each(['```sql ', '```sql\n'])('%s before other words of an item does not take them away', (keys) => {
  const page = opened('- some **bold** words\n', 'one')
  const [item] = page.editor.document
  if (item) page.editor.setTextCursorPosition(item, 'start')

  press(page, keys)

  expect(page.markdown()).toContain('some **bold** words')
})
