import { describe, expect, it } from 'vitest'
import { excerptOf, marked, maySearch, wordsOf } from './search.ts'

describe('what may start a search', () => {
  it.each([
    ['', false],
    ['   ', false],
    ['a', false],
    ['1', false],
    ['文', true],
    [' 文 ', true],
    ['ab', true],
    ['a b', true],
    ['😀', false],
    ['接口', true],
  ])('[ILIST-12] [ILIST-13] %j: %s', (keyword, may) => {
    expect(maySearch(keyword)).toBe(may)
  })
})

describe('the words of a keyword', () => {
  it('are split at blanks of any kind, without regard to case, each once', () => {
    expect(wordsOf(' User_Id\t用户　登录 user_id ')).toEqual(['user_id', '用户', '登录'])
    expect(wordsOf('  ')).toEqual([])
  })
})

describe('the text around a hit', () => {
  it('[ILIST-15] contains the keyword, with the ends cut and marked', () => {
    const content = `${'x'.repeat(300)} needle ${'y'.repeat(300)}`

    const excerpt = excerptOf(content, ['needle'])

    expect(excerpt).toContain(' needle ')
    expect(excerpt).toMatch(/^…x+ needle y+…$/)
    expect(excerpt.length).toBeLessThan(220)
  })

  it('is the beginning when no word occurs in the content', () => {
    expect(excerptOf('# Title\n\nshort   text', ['absent'])).toBe('# Title short text')
    expect(excerptOf('', ['absent'])).toBe('')
  })

  it('takes signs of patterns as they are', () => {
    expect(excerptOf('price (net) is $5.00 [sic]', ['$5.00'])).toContain('$5.00')
    expect(marked('a.b axb', ['a.b'])).toEqual([
      { text: 'a.b', isHit: true },
      { text: ' axb', isHit: false },
    ])
  })

  it('never cuts a character in halves', () => {
    for (const before of [99, 100, 101]) {
      const excerpt = excerptOf(`${'😀'.repeat(before)}x${'文'.repeat(before)} hit ${'😀'.repeat(120)}`, ['hit'])

      expect(excerpt.isWellFormed()).toBe(true)
    }
  })

  it('finds without regard to case, and in text whose lower case is longer', () => {
    expect(marked('İstanbul USER_ID', ['user_id'])).toEqual([
      { text: 'İstanbul ', isHit: false },
      { text: 'USER_ID', isHit: true },
    ])
  })

  it('marks every word, the longer one where they overlap', () => {
    expect(marked('登录令牌与登录', ['登录', '登录令牌'])).toEqual([
      { text: '登录令牌', isHit: true },
      { text: '与', isHit: false },
      { text: '登录', isHit: true },
    ])
  })

  it('marks nothing when there are no words', () => {
    expect(marked('text', [])).toEqual([{ text: 'text', isHit: false }])
    expect(marked('', ['a'])).toEqual([])
  })
})
