import { expect, it } from 'vitest'
import { linksIn, shortLinkAt, shortLinksIn } from './links-in.ts'

const found = (text: string): readonly string[] =>
  (linksIn(text) ?? []).map((link) =>
    link.kind === 'shared'
      ? `key ${link.key}`
      : link.kind === 'page'
        ? `page ${link.pageId}`
        : `${link.item} ${link.pageId}`,
  )

it.each([
  ['[a](/web/#/12/34)', ['12 34']],
  ['[a](http://docs.example.test/web/#/12)', ['12 null']],
  ['<a href="https://docs.example.test/docs/web/index.html#/shop/34">', ['shop 34']],
  ['[a](#/12/34)', ['12 34']],
  ['[a](/web/#/12?page_id=34)', ['12 34']],
  ['"http:\\/\\/docs.example.test\\/web\\/#\\/12\\/34"', ['12 34']],
  ['[a](/web/#/p/abcdef0123)', ['key abcdef0123']],
  ['[a](/web/#/page/34)', ['page 34']],
  ['[a](/web/#/item/password/12?page_id=34&redirect=%2F12)', ['12 34']],
  ['[a](/web/#/item/password/shop)', ['shop null']],
  ['[a](/web/#/item/password/0?page_id=34)', ['page 34']],
  ['[a](/index.php?s=/12&page_id=34)', ['12 34']],
  ['[a](http://docs.example.test/index.php?s=/12/34)', ['12 34']],
])('finds where %s leads', (text, targets) => {
  expect(found(text)).toEqual(targets)
})

it.each([
  '# / not a link',
  'server/index.php?s=/api/page/info',
  '[a](/web/#/user/login)',
  '[a](/web/#/item/index)',
  '[a](/web/#/item/password/0)',
  'plain',
])('takes no other address for one: %s', (text) => {
  expect(found(text)).toEqual([])
})

it.each([
  ['http://docs.example.test/12', '12 null /12'],
  ['https://docs.example.test:4999/shop/34#part', 'shop 34 /shop/34'],
  ['/12?page_id=34', '12 34 /12?page_id=34'],
  ['http://docs.example.test/12. And', '12 null /12'],
  ['http://docs.example.test/12，', '12 null /12'],
])('finds where the short address %s leads', (text, target) => {
  const link = shortLinkAt(text)
  const place = link?.address.replace(/^https?:\/\/[^/]*/, '')
  expect(link?.kind === 'item' ? `${link.item} ${link.pageId} ${place}` : null).toBe(target)
})

it.each([
  ...['//docs.example.test/12', 'http://docs.example.test/', '/12/34/56', '/12.png', '/shop/page', '/12?a=b'],
  ...['/item/12', '/page/12', 'shop/12', '/static/picture.png'],
])('takes %s for no short address', (text) => {
  expect(shortLinkAt(text)).toBeNull()
})

it('finds the short addresses of a text that are links of this ShowDoc', () => {
  const text = [
    '[a](/12/34) <a href="/shop#part">b</a> see http://docs.test/12, [c](http://docs.test/p/abc)',
    '[other](http://other.test/12) /12 `[code](/13)` [long](/web/#/14) [file](/15.png)',
    '[d]: /16?page_id=17',
  ].join('\n')

  const found = shortLinksIn(text, new Set(['docs.test'])).map(({ address }) => address)

  expect(found).toEqual(['/12/34', '/shop', 'http://docs.test/12', 'http://docs.test/p/abc', '/16?page_id=17'])
  expect(shortLinksIn('see http://docs.test/12', new Set())).toEqual([])
})
