import { describe, expect, it } from 'vitest'
import { safeRedirect } from './redirect.ts'

const GOOD = ['/item/index', '/', '/1/23', '/item/password/7', '/user/setting', '/a_b*c+d-e', '/a?b', '/a:b']

describe('the place to go on to after logging in', () => {
  it.each(GOOD)('is %s as it was asked for', (path) => {
    expect(safeRedirect(path)).toBe(path)
  })

  it.each([
    '/a b',
    '/a=b',
    '/a&b',
    '/a#b',
    '/a%2fb',
    '/项目',
    '/a\\b',
    '/\\example',
    '/a\nb',
    '/a<b',
    '/a"b',
    "/a'b",
    '/a@b',
    '/a,b',
    '/a;b',
  ])('[LOGIN-10] [PWD-07] is refused with a character that is not allowed: %j', (path) => {
    expect(safeRedirect(path)).toBeNull()
  })

  it.each(['/a.b', '/..', '/../item', '.', 'example.org', '/item/index.html'])(
    '[LOGIN-11] [PWD-07] is refused with a dot: %s',
    (path) => {
      expect(safeRedirect(path)).toBeNull()
    },
  )

  it.each(['//example', '/a//b', 'https://example', '///', '/a//'])(
    '[LOGIN-12] [PWD-07] is refused with a double slash: %s',
    (path) => {
      expect(safeRedirect(path)).toBeNull()
    },
  )

  it.each(['javascript:alert', 'item/index', '', ':', '?a', 'https:example'])(
    'is refused when it is no path of this site: %j',
    (path) => {
      expect(safeRedirect(path)).toBeNull()
    },
  )
})
