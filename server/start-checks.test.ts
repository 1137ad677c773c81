import { expect, it } from 'vitest'
import { rivalKinds } from './start-checks.ts'

it('two kinds of pages that claim one type of items are named, with the one that is taken', () => {
  const kinds = [
    { id: 'markdown', itemTypes: ['regular', 'single'] },
    { id: 'sheet', itemTypes: ['table'] },
    { id: 'board', itemTypes: ['table', 'regular'] },
  ] as const

  expect(rivalKinds(kinds)).toEqual([
    expect.stringMatching(/type regular begin as markdown, and board claims them as well/),
    expect.stringMatching(/type table begin as sheet, and board claims them as well/),
  ])
  expect(rivalKinds(kinds.slice(0, 2))).toEqual([])
})
