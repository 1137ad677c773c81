import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergedText, mergePages, type Choice } from './page-merge.ts'
import { piecesOf } from './pieces.ts'

const BASE = '# Login\n\nFirst.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n- one\n- two\n'
const merged = (base: string, mine: string, theirs: string, ...choices: Choice[]) =>
  mergedText(mergePages(base, mine, theirs), choices)

describe('two people change one page', () => {
  it('joins changes of different blocks without asking', () => {
    const mine = BASE.replace('First.', 'Mine.')
    const theirs = BASE.replace('# Login', '# Sign in').replace('- two', '- two\n- three')

    expect(merged(BASE, mine, theirs)).toBe(
      BASE.replace('First.', 'Mine.').replace('# Login', '# Sign in').replace('- two', '- two\n- three'),
    )
  })

  it('joins changes of different rows of one table', () => {
    const mine = BASE.replace('| 1 | 2 |', '| 1 | mine |')
    const theirs = BASE.replace('| 3 | 4 |', '| 3 | theirs |')

    expect(merged(BASE, mine, theirs)).toBe(mine.replace('| 3 | 4 |', '| 3 | theirs |'))
  })

  it('asks where both changed the same block', () => {
    const mine = BASE.replace('First.', 'Mine.')
    const theirs = BASE.replace('First.', 'Theirs.')

    expect(mergePages(BASE, mine, theirs).conflicts).toBe(1)
    expect(merged(BASE, mine, theirs)).toBeNull()
    expect(merged(BASE, mine, theirs, 'mine')).toBe(mine)
    expect(merged(BASE, mine, theirs, 'theirs')).toBe(theirs)
    expect(merged(BASE, mine, theirs, 'both')).toBe(BASE.replace('First.', 'Theirs.\n\nMine.'))
  })

  it('asks when one removed what the other changed', () => {
    const mine = BASE.replace('First.\n\n', '')
    const theirs = BASE.replace('First.', 'Theirs.')

    expect(mergePages(BASE, mine, theirs).conflicts).toBe(1)
    expect(merged(BASE, mine, theirs, 'theirs')).toBe(theirs)
  })

  it('takes a change that both made once', () => {
    const both = BASE.replace('First.', 'Same.')

    expect(merged(BASE, both, both)).toBe(both)
  })

  it('keeps the last lines of both apart', () => {
    expect(merged('a', 'a\n\nmine', 'a\n\ntheirs', 'both')).toBe('a\n\ntheirs\n\nmine')
  })
})

describe('laws of merging', () => {
  const text = array(
    constantFrom('alpha\n\n', 'beta\n\n', '# gamma\n\n', '- one\n- two\n\n', '| a |\n|---|\n| 1 |\n\n', 'end\n'),
    {
      maxLength: 8,
    },
  ).map((blocks) => blocks.join(''))

  it('makes rows of rows that both are kept of', () => {
    const head = '| a |\n| --- |\n| one |\n'
    const merge = mergePages(`${head}| two |\n\nend\n`, `${head}| mine |\n\nend\n`, `${head}| theirs |\n\nend\n`)

    expect(mergedText(merge, ['both'])).toBe(`${head}| theirs |\n| mine |\n\nend\n`)
  })

  it.each([
    ['items', '- one\n', '- two\n', '- three\n'],
    ['nested items', '- one\n  - within\n', '  - two\n', '  - three\n- four\n'],
    ['numbered items', '1. one\n', '2. two\n', '3. three\n'],
    ['tasks', '- [ ] one\n', '- [ ] two\n', ''],
    ['items with more lines', '- one\n', '- two\n  more\n', '  - within\n- three\n'],
    ['items of a loose list', '- one\n\n', '- two\n\n', '- three\n'],
  ])('makes %s of items that both are kept of', (_, above, item, below) => {
    const [mine, theirs] = ['mine', 'theirs'].map((word) => item.replace('two', word))
    const merge = mergePages(
      `${above}${item}${below}\nend\n`,
      `${above}${mine}${below}\nend\n`,
      `${above}${theirs}${below}\nend\n`,
    )

    expect(mergedText(merge, ['both'])).toBe(`${above}${theirs}${mine}${below}\nend\n`)
  })

  it('makes items of items that both added at the end of a list', () => {
    const merge = mergePages('- one\n', '- one\n- mine\n', '- one\n- theirs\n')

    expect(mergedText(merge, ['both'])).toBe('- one\n- theirs\n- mine\n')
  })

  it.each([
    ['- theirs\n', '* mine\n'],
    ['- theirs\n\ntext\n', '- mine\n'],
    ['- theirs\n', 'text\n'],
    ['1. theirs\n', '1) mine\n'],
  ])('keeps %j and %j apart, which are no items of one list', (theirs, mine) => {
    expect(mergedText(mergePages('a\n', mine, theirs), ['both'])).toBe(`${theirs}\n${mine}`)
  })

  it('joins changes of two items within one item', () => {
    const base = '- one\n  - two\n  - three\n'

    expect(merged(base, base.replace('two', 'mine'), base.replace('three', 'theirs'))).toBe(
      '- one\n  - mine\n  - theirs\n',
    )
  })

  it('cuts a text without losing a byte', () => {
    assert(
      property(text, (markdown) => {
        expect(piecesOf(markdown).join('')).toBe(markdown)
      }),
    )
  })

  it('gives the other text when one side changed nothing', () => {
    assert(
      property(text, text, (base, changed) => {
        expect(merged(base, base, changed)).toBe(changed)
        expect(merged(base, changed, base)).toBe(changed)
      }),
    )
  })

  it('drops nothing that either side wrote unless somebody chose so', () => {
    assert(
      property(text, text, text, (base, mine, theirs) => {
        const mineTyped = mine.replace('alpha', 'typed-by-me') + 'my last words\n'
        const theirTyped = theirs.replace('beta', 'typed-by-them') + 'their last words\n'
        const merge = mergePages(base, mineTyped, theirTyped)

        const all =
          mergedText(
            merge,
            Array.from({ length: merge.conflicts }, () => 'both' as const),
          ) ?? ''

        for (const word of ['typed-by-me', 'my last words']) if (mineTyped.includes(word)) expect(all).toContain(word)
        for (const word of ['typed-by-them', 'their last words']) {
          if (theirTyped.includes(word)) expect(all).toContain(word)
        }
      }),
    )
  })
})
