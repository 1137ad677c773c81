import { describe, expect, it } from 'vitest'
import { hitView } from './search-view.ts'
import { excerptOf, marked, readableExcerptOf, maySearch, wordsOf } from './search.ts'

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

describe('the text around a hit as it is read', () => {
  it.each([
    [
      '# Title\n\n> **Note**: the `user_id` of [the page](/12/34 "t") and ![a picture](x.png)',
      'user_id',
      'Title Note: the user_id of the page and a picture',
    ],
    [
      '| Field | Type |\n| --- | :--: |\n| user_id | bigint \\| null |\n',
      'user_id',
      'Field · Type user_id · bigint \\| null',
    ],
    ['- [x] done\n- [ ] *open* one\n1. first\n***\nrest', 'open', 'done open one 1. first rest'],
    ['```sql\nselect * from t where a * b\n```', 'from', 'select * from t where a * b'],
    ['<b>令牌</b><br/>过期 <https://example.org/a_b_c>', '令牌', '令牌 过期 https://example.org/a_b_c'],
    ['a_b_c 2*3*4 \\# not a heading', 'a_b', 'a_b_c 2*3*4 # not a heading'],
  ])('%j is without the signs of markdown', (content, word, read) => {
    expect(readableExcerptOf(content, [word])).toBe(read.replaceAll('\\|', '|'))
  })

  it.each([
    ['see [the page](https://example.org/secret-word)', 'secret-word'],
    ['**a** and __init__', '__init__'],
    ['a | b\n--- | ---', '---'],
  ])('still shows a hit that stands in the signs: %j', (content, word) => {
    expect(readableExcerptOf(content, [word])).toContain(word)
  })

  it.each([
    ['`List<String>` and ``Map<K, `V`>``', 'List<String> and Map<K, `V`>'],
    ['```npm install octavo```', 'npm install octavo'],
    ['```js\nlet a\n```', 'let a'],
    ['**a `b` c**', 'a b c'],
    ['one ` alone', 'one ` alone'],
  ])('loses no word of code: %j', (content, read) => {
    expect(readableExcerptOf(content, [])).toBe(read)
  })

  it('has the hit near its beginning, however long the text is', () => {
    for (const before of [0, 15, 17, 300, 5_000])
      for (const line of ['数据', 'word ', '| a | b |\n', '> - ']) {
        const excerpt = readableExcerptOf(`${line.repeat(before)}\nNEEDLE ${line.repeat(before)}`, ['needle'])
        const at = excerpt.indexOf('NEEDLE')
        expect([at >= 0, at <= 18, excerpt.length < 220]).toEqual([true, true, true])
      }
  })

  it('law: every word of a text that is no markdown stays, in its order', () => {
    const letters = ['a', 'b_c', '数据', '1.5', 'x*y', 'e@f.org', 'C:\\dir', 'a/b', '😀', '50%', 'p.s.', '(q)']
    for (let seed = 1; seed < 400; seed += 1) {
      const words = Array.from(
        { length: 12 },
        (_, at) => letters[(seed * (at + 3) * 7919 + at * seed) % letters.length],
      )
      const text = words.join(' ')
      expect(readableExcerptOf(text, []).replaceAll('…', '')).toBe(text)
    }
  })

  it('takes no longer for signs that never end', () => {
    for (const sign of ['**', '[', '![](', '<a', '`', '*', '__', '|', '> ', '\\', '- [ ] ', '~~', '*a '])
      expect(readableExcerptOf(`${sign.repeat(50_000)} needle ${sign.repeat(50_000)}`, ['needle']).length).toBeLessThan(
        300,
      )
  })
})

it('what a title sounds like is marked as what was searched for, in the text as well', () => {
  const hit = {
    ...{ pageId: 1, itemId: 1, itemName: '', catalogPath: [], isTitleHit: true, savedAt: new Date(0) },
    ...{ title: '用户数据库 v2', text: '每个数据库一页', heardAs: ['数据库'] },
  }

  const { titleParts, contentParts } = hitView(hit, ['sjk', 'v2'])

  const hits = [...titleParts, ...contentParts].filter(({ isHit }) => isHit)
  expect(hits.map(({ text }) => text)).toEqual(['数据库', 'v2', '数据库'])
})
