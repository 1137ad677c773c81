// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { mountedRich } from '#tests/support/mounted-rich.ts'

const LIST = '- one\n  - below\n- two\n'

it.each([
  ['down past a list item with others below it', `text\n\n${LIST}`, 'text', 1, `- one\n  - below\n\ntext\n\n- two\n`],
  ['down past all of a list', `text\n\n${LIST}`, 'text', 2, `${LIST}\ntext\n`],
  ['up past a list item with others below it', '- one\n  - below\n\ntext\n', 'text', -1, 'text\n\n- one\n  - below\n'],
  ['down past a table', 'text\n\n| a |\n| --- |\n| 1 |\n\nend\n', 'text', 1, '| a |\n| --- |\n| 1 |\n\ntext\n\nend\n'],
  ['down within its list', LIST, 'one', 1, '- two\n- one\n  - below\n'],
  ['down out of its list item', LIST, 'below', 1, '- one\n- below\n- two\n'],
  ['nowhere at the end', 'one\n\ntext\n', 'text', 1, 'one\n\ntext\n'],
])('a block moves %s, with the cursor in it', (_where, source, words, steps, wanted) => {
  const page = mountedRich(source)
  const { editor } = page
  editor.forEachBlock((block) => {
    if (JSON.stringify(block.content).includes(`"text":"${words}"`)) editor.setTextCursorPosition(block, 'end')
    return true
  })

  const { prosemirrorView: view } = editor
  const press = { key: steps < 0 ? 'ArrowUp' : 'ArrowDown', ctrlKey: true, shiftKey: true }
  for (let step = 0; step < Math.abs(steps); step += 1)
    view.someProp('handleKeyDown', (handle) => handle(view, new KeyboardEvent('keydown', press)))

  expect(page.markdown()).toBe(wanted)
  expect(editor.prosemirrorState.selection.$from.parent.textContent).toBe(words)
})
