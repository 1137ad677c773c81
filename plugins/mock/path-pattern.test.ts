import { describe, expect, it } from 'vitest'
import { fitsPattern, pathPattern } from './path-pattern.ts'

const PATTERNS = [
  '^/v2/orders/KO[0-9]+$',
  '/orders',
  '^/a|b$',
  '^/(?:users|teams)/\\d{1,3}(/[^/]+)?$',
  '^/(?<kind>[a-z_-]+)/x*y?$',
  '^(/[\\w.-]+){2,}$',
  '^/.*\\.json$',
  '^/[^\\d/]{2}$',
  '^/(a|ab)(c|bcd)(d*)$',
  '^(a|)+$',
  '^/x{0}y{2}$',
  '^/[\\]a-c-]+?$',
  '',
]
const PATHS = [
  ...[
    '/v2/orders/KO17',
    '/v2/orders/KO',
    '/v2/orders/KO1x',
    '/a',
    '/ab',
    'xb',
    '/users/7',
    '/users/1234',
    '/teams/1/a',
  ],
  ...['/kind_of/xxy', '/kind/y', '/a/b.c', '/a', '/ab.json', '/abXjson', '/xy', '/x1', '/abcd', '/abcdd', 'aaa', ''],
  ...['/yy', '/xyy', '/]', '/a-b', '/路径/😀', '/orders/1'],
]

describe('a pattern of paths', () => {
  it.each(PATTERNS)('is found where the regular expression is: %s', (pattern) => {
    const matches = pathPattern(`~${pattern}`)
    const due = new RegExp(pattern, 'u')

    for (const path of PATHS) expect([path, matches?.(path)]).toEqual([path, due.test(path)])
  })

  it.each(['(', ')', '[a', 'a**', '*', '(?=a)', '(?<!a)b', '(a)\\1', '\\p{L}', 'a{3,1}', '\\', '[b-a]', 'a++'])(
    'is none with parts that cannot be followed: %s',
    (pattern) => {
      expect(pathPattern(`~${pattern}`)).toBeNull()
    },
  )

  it('is none with too many signs or steps', () => {
    expect(pathPattern('~(a{99}){99}')).toBeNull()
    expect(pathPattern(`~${'('.repeat(501)}`)).toBeNull()
    expect(pathPattern(`~${'a'.repeat(501)}`)).toBeNull()
  })

  it('is followed step by step, however many ways there are', () => {
    const matches = pathPattern('~^((a+)+)+$')

    expect(matches?.(`${'a'.repeat(2_000)}b`)).toBe(false)
    expect(matches?.('a'.repeat(2_000))).toBe(true)
  })

  it('costs a request no more than a million steps, however many patterns and however long a path there are', () => {
    const followed = { steps: 0 }
    const path = `/${'a'.repeat(14_000)}`
    const found = Array.from({ length: 100 }, (_, number) => fitsPattern(`~.{0,${480 - number}}x`, path, followed))

    expect(found).not.toContain(true)
    expect(followed.steps).toBeGreaterThan(1_000_000)
    expect(followed.steps).toBeLessThan(1_010_000)
    expect(fitsPattern('~^/a', path, followed)).toBe(false)
    expect(fitsPattern('~^/a', path, { steps: 0 })).toBe(true)
  })
})
