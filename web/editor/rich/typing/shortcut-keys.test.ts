// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { mountedRich } from '#tests/support/mounted-rich.ts'
import { chance, randomLine } from '#tests/support/typed-lines.ts'
import type { Block, Inline } from '../../markdown-blocks/blocks.ts'
import type { RichDocument } from '../rich-document.ts'
import { typedBlocks } from './typed-blocks.ts'
import { typedInlines } from './typed-inlines.ts'

/** Each letter with what it looks like, however the editor parts the text. */
function lettersOf(content: Block['content']): readonly string[] {
  const of = (inline: Inline, href = ''): readonly string[] => {
    if (inline.type === 'link') return inline.content.flatMap((part) => of(part, inline.href))
    if (inline.type !== 'text') return ['chip']
    const styles = Object.entries(inline.styles).flatMap(([style, is]) => (is ? [style] : []))
    return [...inline.text].map((letter) => [letter, ...styles.toSorted(), href].join(' '))
  }
  return Array.isArray(content) ? content.flatMap((inline: Inline) => of(inline)) : []
}

/** The first block once a line was typed letter by letter into an empty page. */
function typedInto({ editor }: RichDocument, line: string): Block {
  const [empty] = editor.replaceBlocks(editor.document, [{ type: 'paragraph' }]).insertedBlocks
  if (empty) editor.setTextCursorPosition(empty)
  const view = editor.prosemirrorView
  for (const letter of line) {
    const { from, to } = view.state.selection
    const insert = () => view.state.tr.insertText(letter, from, to)
    if (view.someProp('handleTextInput', (handle) => handle(view, from, to, letter, insert)) !== true)
      view.dispatch(insert())
  }
  return editor.document[0] as unknown as Block
}

/** How long is typed, in milliseconds: as many lines as fit. */
const TIME = 2_500
const SEEDS: readonly (readonly [string, number])[] = [
  ['a seed that stays', 20_261_129],
  ['a seed of this run', Math.floor(Math.random() * 2 ** 31)],
]

/** What differs between keys and a paste of the same lines. */
function spoiledLines(
  seed: number,
  lineOf: (random: () => number) => string,
  expected: (line: string) => unknown,
  seen: (block: Block) => unknown,
) {
  const page = mountedRich('')
  const random = chance(seed)
  const spoiled: string[] = []
  let lines = 0
  for (const end = performance.now() + TIME; performance.now() < end || lines < 20; lines += 1) {
    const line = lineOf(random)
    const [typed, meant] = [JSON.stringify(seen(typedInto(page, line))), JSON.stringify(expected(line))]
    if (typed !== meant) spoiled.push(`${line} → ${typed} and not ${meant}`)
  }
  return spoiled.slice(0, 5)
}

describe('lines that are typed key by key', () => {
  it.each(SEEDS)('have the styles and links that they have when they are pasted, from %s (%i)', (_, seed) => {
    const spoiled = spoiledLines(
      seed,
      // No block begins with it.
      (random) => `w ${randomLine(random)}`,
      (line) => lettersOf(typedInlines(line)),
      ({ content }) => lettersOf(content),
    )

    expect(spoiled).toEqual([])
  })

  const BEGINNINGS = ['# ', '## ', '####### ', '- ', '-', '* ', '+ ', '1. ', '0. ', '12. ', '2026. ', '1.', '1) ', '> ', '>', '[ ] ', '[x] ', '[] ', '--- ', '===', '| ', '/', '  ', '#', '- [ ] ', '- [x] '] // prettier-ignore
  it.each(SEEDS)('begin the blocks that they begin when they are pasted, from %s (%i)', (_, seed) => {
    const shapeOf = ({ type, props: { level, start, checked }, content }: Block): unknown => [
      type,
      ...(type === 'heading' ? [level] : []),
      ...(type === 'numberedListItem' ? [start ?? 1] : []),
      ...(type === 'checkListItem' ? [checked] : []),
      lettersOf(content),
    ]
    const spoiled = spoiledLines(
      seed,
      (random) => `${BEGINNINGS[Math.floor(random() * BEGINNINGS.length)]}w${randomLine(random)}`,
      (line) => typedBlocks(line).blocks.slice(0, 1).map(shapeOf),
      (block) => [shapeOf(block)],
    )

    expect(spoiled).toEqual([])
  })
})
