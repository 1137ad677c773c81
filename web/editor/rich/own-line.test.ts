// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { mountedRichAt } from '#tests/support/mounted-rich.ts'
import type { RichDocument } from './rich-document.ts'
import { addToBlockMenu, blocksFor } from './typing/block-menu-keys.ts'

const nothing = () => undefined
const LINES = 'one\ntwo\nthree\n'

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
    const page = mountedRichAt(LINES, 'one')
    enter(page)

    page.insertTable(2, 1)

    type(page, 'head')
    expect(page.markdown()).toBe('one\n\n| head |\n| --- |\n| |\n\ntwo\nthree\n')
  })

  it('markdown, between the lines', () => {
    const page = mountedRichAt(LINES, 'two')

    page.insert('> note\n')

    type(page, '!')
    expect(page.markdown()).toBe('one\ntwo\n\n> note!\n\nthree\n')
  })

  it('markdown, in the empty line between others', () => {
    const page = mountedRichAt('one\nx\nthree\n', 'x')
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
    const page = mountedRichAt(LINES, 'two')
    enter(page)

    choose(page, title)

    type(page, 'new')
    expect(page.markdown()).toBe(`one\ntwo\n\n${written}\n\nthree\n`)
  })

  it('what is chosen later, as the size of a table, leaves the lines alone until then', () => {
    const page = mountedRichAt(LINES, 'two')
    addToBlockMenu(page.editor, { pickTable: nothing, entries: () => [] })

    choose(page, 'Table')

    expect(page.markdown()).toBe(LINES)
  })
})

describe('a block put into an item or a quote of several lines stands within it, at the line of the cursor', () => {
  /** As Shift+Enter does. */
  const breakLine = ({ editor }: RichDocument): void => {
    const hardBreak = editor.prosemirrorState.schema.nodes['hardBreak']?.create()
    editor.transact((transaction) => void (hardBreak && transaction.replaceSelectionWith(hardBreak)))
  }

  it.each([
    ['Heading 2', '## new', 'heading'],
    ['Quote', '> new', 'quote'],
    ['Bulleted list', '- new', 'bulletListItem'],
    ['Numbered list', '1. new', 'numberedListItem'],
    ['Task list', '- [ ] new', 'checkListItem'],
    ['Code block', '```\n  new\n  ```', 'codeBlock'],
    ['Paragraph', 'new', 'paragraph'],
  ])('%s of the menu, between the lines of an item', (title, written, kind) => {
    const page = mountedRichAt('- one\n  two\n  three\n- four\n', 'two')
    breakLine(page)

    choose(page, title)

    type(page, 'new')
    const [item, next] = mountedRichAt(page.markdown(), 'new').editor.document
    const [block, rest] = item?.children ?? []
    expect(block?.type).toBe(kind)
    expect(rest?.content).toMatchObject([{ text: 'three' }])
    expect(next?.content).toMatchObject([{ text: 'four' }])
    expect(page.markdown().replaceAll('\n\n', '\n')).toBe(`- one\n  two\n  ${written}\n  three\n- four\n`)
  })

  it.each([
    ['Heading 2', '## new'],
    ['Bulleted list', '- new'],
    ['Code block', '```\n> new\n> ```'],
  ])('%s of the menu, between the lines of a quote', (title, written) => {
    const page = mountedRichAt('> one\n> two\n> three\n', 'two')
    breakLine(page)

    choose(page, title)

    type(page, 'new')
    expect(page.markdown()).toBe(`> one\n> two\n>\n> ${written}\n>\n> three\n`)
  })

  it('above the items that are within it', () => {
    const page = mountedRichAt('1. one\n   - inner\n2. two\n', 'one')

    page.insert('```sh\nls\n```\n')

    expect(page.markdown()).toBe('1. one\n   ```sh\n   ls\n   ```\n   - inner\n2. two\n')
  })

  it('a table in the last line, begun by Shift+Enter', () => {
    const page = mountedRichAt('- one\n- two\n', 'one')
    breakLine(page)

    page.insertTable(2, 1)

    type(page, 'head')
    expect(page.markdown()).toBe('- one\n  | head |\n  | --- |\n  | |\n- two\n')
  })

  it('and below an item of one line, as ever', () => {
    const page = mountedRichAt('- one\n- two\n', 'one')

    page.insert('---\n')

    expect(page.markdown()).toBe('- one\n\n---\n\n- two\n')
  })
})

it('the lines around it come back together by undo', () => {
  const page = mountedRichAt(LINES, 'one')

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
    const page = mountedRichAt(LINES, 'one')
    enter(page)

    press(page, `${keys}new`)

    expect(page.markdown()).toBe(`one\n\n${written}\n\ntwo\nthree\n`)
  })
})

it.each(['```sql ', '```sql\n'])('%s before other words of a line leaves them below the code', (keys) => {
  const page = mountedRichAt('one\n\nsome **bold** words\n', 'one')
  const [, words] = page.editor.document
  if (words) page.editor.setTextCursorPosition(words, 'start')

  press(page, `${keys}new`)

  expect(page.markdown()).toBe('one\n\n```sql\nnew\n```\n\nsome **bold** words\n')
})

it.each(['```sql ', '```sql\n'])('%s before other words of an item does not take them away', (keys) => {
  const page = mountedRichAt('- some **bold** words\n', 'one')
  const [item] = page.editor.document
  if (item) page.editor.setTextCursorPosition(item, 'start')

  press(page, keys)

  expect(page.markdown()).toContain('some **bold** words')
})
