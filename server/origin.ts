import type { FastifyRequest } from 'fastify'
import { DomainError } from '#core/errors.ts'
import type { Config } from './config.ts'

/** The host the site says it is at; null when it does not say. */
export const publicOriginOf = ({ PUBLIC_URL }: Config): string | null =>
  PUBLIC_URL ? new URL(PUBLIC_URL).origin : null

/**
 * Where this request reached the site, as in `https://example.org/docs`: what is set, else what the request says; '' when
 * it says what is no address.
 */
export function siteUrlOf({ protocol, host }: FastifyRequest, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL
  const said = `${protocol}://${host}`
  return URL.canParse(said) ? new URL(said).origin : ''
}

/** What people call the machine they sit at: they mean the same site. */
const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Refuses a request for another host than the site's, when the site says which it is: such a name is of a page that wants a
 * browser to take this server for its own. The port may be that of a proxy.
 * @throws DomainError otherHost
 */
export function assertOwnHost({ hostname }: Pick<FastifyRequest, 'hostname'>, publicOrigin: string | null): void {
  if (publicOrigin === null) return
  const own = new URL(publicOrigin).hostname
  const asked = hostname.toLowerCase()
  // No page of others can make a browser take these names for its own.
  if (asked !== own && !(THIS_MACHINE.has(own) && THIS_MACHINE.has(asked)))
    throw new DomainError('otherHost', { address: publicOrigin })
}

/**
 * What the browser says about where a request comes from (threats T4): the site itself, elsewhere,
 * or nothing at all, as programs that are no browsers do.
 */
function originOf({ headers, host }: FastifyRequest, publicOrigin: string | null): 'own' | 'foreign' | 'unknown' {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'foreign'
  const source = headers.origin ?? headers.referer
  if (source === undefined) return 'unknown'
  if (!URL.canParse(source)) return 'foreign'
  const { origin, protocol, host: sourceHost } = new URL(source)
  if (origin === publicOrigin) return 'own'
  // Read as an address, so that a port that is the protocol's own does not count.
  const ownHost = URL.canParse(`${protocol}//${host}`) ? new URL(`${protocol}//${host}`).host : host
  return sourceHost === ownHost ? 'own' : 'foreign'
}

export const isForeign = (request: FastifyRequest, publicOrigin: string | null): boolean =>
  originOf(request, publicOrigin) === 'foreign'

/**
 * Refuses what another website made a browser send (D74). Browsers say with every POST where it comes from, so a request
 * that does not say comes from a program, and is judged by its cookie or token alone.
 * @throws DomainError foreignOrigin
 */
export function assertNotForeign(request: FastifyRequest, publicOrigin: string | null): void {
  if (isForeign(request, publicOrigin)) throw new DomainError('foreignOrigin')
}

/**
 * Refuses a link that does not prove to be of this site. A browser that follows one may say nothing: on a site without
 * https it leaves `Sec-Fetch-Site` out, and a page can have it send no referrer.
 * @throws DomainError foreignOrigin
 */
export function assertOwnLink(request: FastifyRequest, publicOrigin: string | null): void {
  if (originOf(request, publicOrigin) !== 'own') throw new DomainError('foreignOrigin')
}
