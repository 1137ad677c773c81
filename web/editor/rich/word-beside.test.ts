// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { mountedRich } from '#tests/support/mounted-rich.ts'
import { lastWordBefore } from './word-beside.ts'

/** The words selected by a double click behind each line of the page. */
function behindLines(source: string): readonly (string | null)[] {
  const { prosemirrorState: state } = mountedRich(source).editor
  const ends: number[] = []
  state.doc.descendants((node, position) => {
    if (node.isTextblock) ends.push(position + 1 + node.content.size)
    else if (node.type.name === 'hardBreak') ends.push(position)
  })
  return ends
    .toSorted((a, b) => a - b)
    .map((end) => {
      const word = lastWordBefore(state, end)
      return word && state.doc.textBetween(word.from, word.to)
    })
}

it.each([
  ['# Big heading\n', ['heading']],
  ['words and **bold**.\n', ['bold']],
  ['partly **bo**ld\n', ['bold']],
  ['- first item\n  - nested item!\n- [ ] a task\n', ['item', 'item', 'task']],
  ['1. 保存 用户\n', ['用户']],
  ['> quoted words\n', ['words']],
  ['one two\\\nthree four\n', ['two', 'four']],
  ['ends with $x$\n', [null]],
  ['```js\nconst code = 1\n```\n', [null]],
])('a double click behind the lines of %j selects their last words, and nothing of the next block', (source, words) => {
  expect(behindLines(source).slice(0, words.length)).toEqual(words)
})
