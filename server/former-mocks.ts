/*
 * ShowDoc's addresses of mocks. Its screens show them below `/server/`, with the path in the query, or as calls of its
 * index.php; here they are the addresses that the mock plugin answers.
 */

const AT_PLACE = /^\/(?:server\/)?mock-(path|data)\/([^/?&]+)\/?((?:&path=.*)?)$/
const AT_CALLS = /^\/(?:server\/(?:index\.php)?|index\.php)$/
const CALLED = /^\/*mock-(path|data)\/([^/&]+)\/?$/

/** A request's address, with that of a mock in place of ShowDoc's. All other addresses stay as they are. */
export function withMockAddress(url: string): string {
  if (!url.includes('mock-')) return url
  const [place = ''] = url.split('?', 1)
  const query = url.slice(place.length)
  const [, kind, of = '', path = ''] = AT_PLACE.exec(place) ?? []
  if (path !== '') return `/mock-path/${of}${path}${query}`
  if (kind !== undefined) return addressOf(kind, of, new URLSearchParams(query))
  if (!AT_CALLS.test(place)) return url
  const given = new URLSearchParams(query)
  const [, called, asked = ''] = CALLED.exec(given.get('s') ?? '') ?? []
  if (called === undefined) return url
  given.delete('s')
  return addressOf(called, encodeURIComponent(asked), given)
}

function addressOf(kind: string, of: string, given: URLSearchParams): string {
  if (kind === 'data') return withQuery(`/mock-data/${of}`, [given.toString()])
  const [path = '', ...own] = (given.get('path') ?? '/').split('?')
  given.delete('path')
  const written = encodeURIComponent(path).replaceAll('%2F', '/')
  return withQuery(`/mock-path/${of}&path=${written}`, [own.join('?'), given.toString()])
}

function withQuery(address: string, parts: readonly string[]): string {
  const query = parts.filter((part) => part !== '').join('&')
  return query === '' ? address : `${address}?${query}`
}
