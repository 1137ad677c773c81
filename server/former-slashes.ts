/** The first folders of ShowDoc's addresses. */
const FORMER = /^\/+(?:web|server|Public|index\.php)(?=[/?]|$)/
/** A path of a mock follows, with slashes of its own. */
const MOCKS = /^\/{2,}(?=mock-(?:path|data)\/)/

/**
 * A request's address with single slashes in the path, if it is one of ShowDoc: there, servers take several for one, and
 * texts and programs have come to use such addresses. All other addresses stay as they are.
 */
export function withSingleSlashes(url: string): string {
  if (!url.includes('//')) return url
  const [path = ''] = url.split('?', 1)
  if (FORMER.test(path)) return path.replaceAll(/\/{2,}/g, '/') + url.slice(path.length)
  return url.replace(MOCKS, '/')
}
