import vm from 'node:vm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formerPlace, pathAsked, pathOfPlace, screenOf } from '#server/former-paths.ts'
import { matchRoute } from '#web/routes.ts'
import { site, type Site } from './harness.ts'

let here: Site
let script = ''
beforeAll(async () => {
  here = await site()
  script = (await here.browser().get('/web/former-address.js')).body
})
afterAll(() => here.close())

/** Where a browser is led from this address. */
function ledFrom(address: string): string {
  let target = ''
  const { href, hash } = new URL(address)
  const location = { href, hash, replace: (to: string) => (target = to) }
  vm.runInNewContext(script, { location, URL })
  return target
}

describe('the address below /web/ that ShowDoc gave a screen', () => {
  it.each([
    ['#/123', '/123'],
    ['#/123/456', '/123/456'],
    ['#/kestrelapi/456', '/kestrelapi/456'],
    ['#/123?page_id=456', '/123?page_id=456'],
    ['#/123/456#part', '/123/456#part'],
    ['#/p/bbba2c9b5bfe398bbdcf8e607c8dda83', '/p/bbba2c9b5bfe398bbdcf8e607c8dda83'],
    ['#/item/password/123?page_id=4&redirect=%2F123', '/item/password/123?page_id=4&redirect=%2F123'],
    ['#/page/456', '/page/456'],
    ['#/user/login', '/user/login'],
    ['#/item/index', '/item/index'],
    ['', '/'],
    ['#part', '/'],
    ['#//evil.example/x', '/'],
    ['#/\\evil.example/x', '/'],
  ])('leads from %s to %s, wherever the site lies', (hash, path) => {
    for (const root of ['https://docs.example.org', 'http://127.0.0.1:4999/a/b'])
      for (const file of ['', 'index.html']) expect(ledFrom(`${root}/web/${file}${hash}`)).toBe(root + path)
    expect(matchRoute(path.replace(/[?#].*/, ''))).not.toBeNull()
  })

  it('may have several slashes where ShowDoc had one', async () => {
    for (const address of ['//index.php?s=/2', '//index.php?s=//2'])
      expect((await here.browser().get(address)).headers.location).toBe('/2')
  })

  it('leads nobody off the site, whatever it says', () => {
    const parts = fc.constantFrom('/', '\\', '#', '..', '//', 'evil.example', '\t', '%2f', '@', ':', 'javascript:', 'é')
    fc.assert(
      fc.property(
        fc.array(parts).map((chosen) => chosen.join('')),
        (hash) => {
          const target = new URL(ledFrom(`https://docs.example.org/docs/web/#${hash}`))
          expect(target.origin).toBe('https://docs.example.org')
        },
      ),
    )
  })

  it('is a document with its script beside it, for those without scripts a way home', async () => {
    const reply = await here.browser().get('/web/')

    expect(reply.headers['content-security-policy']).toContain("script-src 'self'")
    expect(reply.body).toContain('<script src="former-address.js">')
    expect(reply.body).toContain('<a href="../">')
    for (const address of ['/web/index.html', '//web/', '/web//'])
      expect((await here.browser().get(address)).body).toBe(reply.body)
  })
})

describe('the address of a screen before ShowDoc had /web/', () => {
  it.each([
    ['s=/1&page_id=7', '/1/7'],
    ['s=/2', '/2'],
    ['s=kestrelapi', '/kestrelapi'],
    ['s=/1/7', '/1/7'],
    ['s=/Home/Item/show&item_id=1&page_id=10', '/1/10'],
    ['s=/home/item/show/item_id/1/page_id/10', '/1/10'],
    ['s=/home/page/index&page_id=4', '/page/4'],
    ['s=/home/item/pwd&item_id=3', '/item/password/3'],
    ['s=/home/user/login', '/user/login'],
    ['s=//evil.example', '/'],
    ['s=/home/constructor', '/'],
    ['s=/home/__proto__', '/'],
    ['s=/..%2f..', '/'],
    ['s=/1&page_id=../2', '/1'],
    ['', '/'],
  ])('leads from /index.php?%s to %s', async (query, path) => {
    const reply = await here.browser().get(`/index.php?${query}`)

    expect([reply.statusCode, reply.headers.location]).toEqual([302, path])
    expect(matchRoute(path)).not.toBeNull()
  })

  it('leads nobody off the site, whatever it says', () => {
    const words = fc.constantFrom('home', 'item', 'show', 'page', 'index', '1', '..', '', 'evil.example', '\\', '\n')
    fc.assert(
      fc.property(fc.array(words), words, words, (route, item, page) => {
        const query = new URLSearchParams({ s: route.join('/'), item_id: item, page_id: page })
        expect(screenOf(query)).toMatch(/^\/(?:[a-z0-9]+(?:\/[a-z0-9]+)*)?$/i)
      }),
    )
  })
})

describe('the item and the page that an address of ShowDoc names', () => {
  it.each([
    ['/12', '12 null'],
    ['/shop/34#part', 'shop 34'],
    ['/12?keyword=a&page_id=34', '12 34'],
    ['/12/34?page_id=56', '12 34'],
    ['/page/34', 'null 34'],
    ['/item/password/12?page_id=34&redirect=%2F12', '12 34'],
    ['/item/password/0?page_id=34', '0 34'],
  ])('are found in %s', (path, named) => {
    const place = formerPlace(path)
    expect(place && `${place.item} ${place.pageId}`).toBe(named)
    expect(place && formerPlace(pathOfPlace(place))).toEqual(place)
  })

  it.each(['/', '/0', '/p/34', '/catalog/34', '/item/setting/12', '/12/34/56', '/user/login'])(
    'are not in %s',
    (path) => expect(formerPlace(path)).toBeNull(),
  )

  it.each([
    ['http://docs.test/web/#/12?page_id=34', '/12?page_id=34'],
    ['#/item/password/12?page_id=34&amp;redirect=%2F12', '/item/password/12?page_id=34&redirect=%2F12'],
    ['http://docs.test/index.php?s=/12&amp;page_id=34', '/12/34'],
  ])('are those of the path that %s asks for', (address, path) => expect(pathAsked(address)).toBe(path))
})
