import { describe, expect, it } from 'vitest'
import { firstWordOf, isOfProgram, isPersonalDomain, isPluginWord, isReservedWord, isSitePath } from './addresses.ts'

const SIGNS = ['a', 'z', 'B', '0', '7', '-', '_', '.', 'é', '/']
/** Every word of up to four of these signs, and the words that are somebody's by name. */
const WORDS = [
  ...SIGNS.reduce<string[]>(
    (words, _, at) => {
      if (at > 3) return words
      return [...new Set([...words, ...words.flatMap((word) => SIGNS.map((sign) => word + sign))])]
    },
    [''],
  ),
  ...['admin', 'api', 'assets', 'attachment', 'catalog', 'healthz', 'host', 'item', 'message', 'mock-path', 'notice'],
  ...['p', 'page', 'plugins', 'readyz', 'server', 'setup', 'team', 'trpc', 'user', 'Server', 'API', 'open-docs'],
]

describe('the first word of an address', () => {
  it('[D17] never belongs to two: an item with its personal domain or its id, a plugin, the product', () => {
    for (const word of WORDS) {
      const isOfItem = isPersonalDomain(word) || /^\d+$/.test(word)
      const isOfProduct = isReservedWord(word) && !isPluginWord(word.toLowerCase())

      expect([isOfItem, isPluginWord(word), isOfProduct].filter(Boolean).length, word).toBeLessThanOrEqual(1)
    }
    expect(WORDS.filter(isPluginWord)).toEqual(expect.arrayContaining(['mock-path', 'open-docs', 'a-z', '0-7']))
    expect(WORDS.filter(isPersonalDomain)).toEqual(expect.arrayContaining(['a', 'aBz', 'z07']))
  })

  it('is reserved in any letter case', () => {
    expect(['API', 'Plugins', 'mock-PATH', 'seRver'].every(isReservedWord)).toBe(true)
    expect(['apis', 'plugin', ''].some(isReservedWord)).toBe(false)
  })

  it('is what stands between the first two slashes, without a query', () => {
    expect(['/', '/Page/12', '/page?x=/y', '//evil.example', '/mock-path/3'].map(firstWordOf)).toEqual([
      '',
      'page',
      'page',
      '',
      'mock-path',
    ])
    expect(['/%61pi/x', '/mock%2Dpath/', '/%', '/a%2Fb'].map(firstWordOf)).toEqual(['api', 'mock-path', '%', 'a/b'])
    expect(['/api', '/API/x', '/%61%50i/x', '/trpc?x', '/mock-path/3', '/server/?s=x'].every(isOfProgram)).toBe(true)
    expect(['/apis', '/', '/page/api'].some(isOfProgram)).toBe(false)
  })
})

it('a path of this site leads nowhere else: two slashes of any kind name a host, and browsers pass over tabs between them', () => {
  expect(['/', '/7', '/7/12?a=//b#c', '/登录'].every(isSitePath)).toBe(true)
  expect(['', '7', '//evil', '/\\evil', '/\t/evil', '/\n/evil', '/a\\b', 'https://evil'].some(isSitePath)).toBe(false)
})
