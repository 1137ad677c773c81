// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { mountedRich } from '#tests/support/mounted-rich.ts'

function opened(source: string) {
  const { editor } = mountedRich(source)
  const numbers = (): readonly (string | null)[] =>
    [...editor.prosemirrorView.dom.querySelectorAll('[data-content-type="numberedListItem"]')].map((item) =>
      item.getAttribute('data-index'),
    )
  return { editor, numbers }
}

it('the items of lists show their numbers, each list and each level by itself', () => {
  const { numbers } = opened('1. one\n2. two\n   1. inner\n   2. inner\n3. three\n\ntext\n\n7. seven\n8. eight\n')

  expect(numbers()).toEqual(['1', '2', '1', '2', '3', '7', '8'])
})

it('the marks of numbers are drawn as those of bullets, by their own style', () => {
  const { editor } = opened('7. seven\n8. eight\n')
  const items = editor.prosemirrorView.dom.querySelectorAll<HTMLElement>('[data-content-type="numberedListItem"]')

  expect([...items].map(({ style }) => style.listStyleType)).toEqual(['"7. "', '"8. "'])
})

it('the numbers follow what is put into a list, taken out of it and undone', () => {
  const { editor, numbers } = opened('1. one\n2. two\n3. three\n')
  const [first, second] = editor.document
  if (!first || !second) throw new Error('the list is not there')

  editor.removeBlocks([first])
  expect(numbers()).toEqual(['1', '2'])
  editor.undo()
  expect(numbers()).toEqual(['1', '2', '3'])
  editor.insertBlocks([{ type: 'numberedListItem', content: 'new' }], first, 'after')
  expect(numbers()).toEqual(['1', '2', '3', '4'])
  editor.insertBlocks([{ type: 'paragraph', content: 'between' }], second, 'before')

  expect(numbers()).toEqual(['1', '2', '1', '2'])
})

it('the numbers stay while text is typed into lines, and follow a list that begins elsewhere', () => {
  const { editor, numbers } = opened('text\n\n1. one\n2. two\n')
  const [above, first, second] = editor.document
  if (!above || !first || !second) throw new Error('the list is not there')
  const type = (text: string): void => editor.transact((transaction) => void transaction.insertText(text))

  editor.setTextCursorPosition(above, 'start')
  type('longer ')
  editor.setTextCursorPosition(first, 'end')
  type(' more')
  expect(numbers()).toEqual(['1', '2'])

  editor.updateBlock(first, { props: { start: 7 } })
  expect(numbers()).toEqual(['7', '8'])
  editor.updateBlock(second, { type: 'paragraph' })
  expect(numbers()).toEqual(['7'])
})

it('items that stand close below another one of their list are marked, and the first of a list is not', () => {
  const { editor } = mountedRich('- one\n- two\n  - within\n- [ ] task\n\ntext\n\n1. first\n2. second\n\n- other\n')
  const marked = () =>
    [...editor.prosemirrorView.dom.querySelectorAll('[data-follows]')].map(
      (block) => block.querySelector('.bn-inline-content')?.textContent,
    )

  expect(marked()).toEqual(['two', 'within', 'task', 'second'])
  editor.removeBlocks([editor.document[0]?.id ?? ''])
  expect(marked()).toEqual(['within', 'task', 'second'])
})
