// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { mountedRichAt } from '#tests/support/mounted-rich.ts'

const TABLE = '| a | b |\n| --- | --- |\n| one | two |\n| three | four |\n'
const CODE = '```sql\none\ntwo\n```\n'
const CALLOUT = '> [!NOTE]\n> one\n> two\n'

it.each([
  ['a table', TABLE],
  ['code', CODE],
  ['an island', CALLOUT],
])('Ctrl+Enter leads from the middle of %s to an empty line below it, which may be there', (_, block) => {
  for (const [content, expected] of [
    [block, `${block}\nnew\n`],
    [`${block}\nbelow\n`, `${block}\nnew\n\nbelow\n`],
  ] as const) {
    const { press, type, markdown } = openedAt('one', content)
    press()
    press()
    type('new')

    expect(markdown()).toBe(expected)
  }
})

it('Ctrl+Enter goes to the empty line that is there, and adds none', () => {
  const { press, type, markdown, editor } = openedAt('one', TABLE)
  editor.insertBlocks([{ type: 'paragraph' }], editor.document.at(-1)?.id ?? '', 'after')
  const before = editor.document.length

  press()
  type('new')

  expect(editor.document).toHaveLength(before)
  expect(markdown()).toBe(`${TABLE}\nnew\n`)
})

function openedAt(word: string, content: string) {
  const page = mountedRichAt(content, word)
  const { prosemirrorView: view } = page.editor
  return {
    ...page,
    press: () =>
      view.someProp('handleKeyDown', (handle) =>
        handle(view, new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true })),
      ),
    type: (text: string) => page.editor.transact((transaction) => transaction.insertText(text)),
  }
}
