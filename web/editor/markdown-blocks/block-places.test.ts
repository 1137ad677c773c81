import { describe, expect, it } from 'vitest'
import { blockAt, endOf, placeAt } from './block-places.ts'
import { markdownOf, openMarkdown } from './session.ts'

const PAGE = 'One\n\n- a\n- b\n- c\n\n```\ncode\n```\n\nLast\n'
/** What is written of the block in which an offset lies. */
function textAt(markdown: string, at: number): string | undefined {
  const { session, blocks } = openMarkdown(markdown)
  const id = blockAt(session, at)
  return JSON.stringify(blocks.find((block) => block.id === id)?.content)
}

describe('a place in the markdown', () => {
  it.each([
    [0, 'One'],
    [3, 'One'],
    [4, 'One'],
    [PAGE.indexOf('a\n') + 1, 'a'],
    [PAGE.indexOf('- b') + 3, 'b'],
    [PAGE.indexOf('c\n\n') + 1, 'c'],
    [PAGE.indexOf('code'), 'code'],
    [PAGE.length, 'Last'],
  ])('%i is in the block of %s', (at, text) => {
    expect(textAt(PAGE, at)).toContain(text)
  })

  it('is in no block of a text without any', () => {
    expect(blockAt(openMarkdown('').session, 0)).toBeNull()
  })
})

describe('the innermost block at a place', () => {
  it.each([
    ['- a\n  - b\n  - c\n- d\n', 'c', [1]],
    ['- a\n  - b\n    - e\n- d\n', 'e', [0, 0]],
    ['- a\n  - b\n- d\n', 'd', []],
    ['> q\n>\n> r\n', 'r', [0]],
    ['One\n\nTwo\n', 'Two', []],
  ])('of %j is found by the way to %s', (markdown, text, path) => {
    const { session } = openMarkdown(markdown)
    expect(placeAt(session, markdown.indexOf(text) + text.length)?.path).toEqual(path)
  })
})

describe('the end of a block', () => {
  it.each(['One', '- a', '- b', '- c', '```\ncode\n```', 'Last'])('is behind %j', (text) => {
    const { session, blocks } = openMarkdown(PAGE)
    const index = blocks.findIndex(({ id }) => id === blockAt(session, PAGE.indexOf(text) + text.length))

    expect(PAGE.slice(0, endOf(blocks, index, session) ?? 0)).toMatch(new RegExp(`${text.replaceAll('`', '.')}$`))
  })

  it('is found beside what was typed, and when it is empty', () => {
    const { session, blocks } = openMarkdown(PAGE)
    const empty = { id: 'empty', type: 'paragraph', props: {}, content: [], children: [] } as const
    const typed = blocks.toSpliced(1, 0, empty)

    const end = endOf(typed, 1, session)

    expect(markdownOf(typed, session).slice(0, end ?? undefined)).toBe('One')
  })
})
