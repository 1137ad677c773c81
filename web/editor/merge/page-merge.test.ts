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
