import type { FastifyRequest } from 'fastify'
import { DomainError } from '#core/errors.ts'
import type { Config } from './config.ts'

/** The configured host of the site; null when not set. */
export const publicOriginOf = ({ PUBLIC_URL }: Config): string | null =>
  PUBLIC_URL ? new URL(PUBLIC_URL).origin : null

/**
 * The address of the site in this request, e.g. `https://example.org/docs`: as configured, else from the request; ''
 * when that contains no valid address.
 */
export function siteUrlOf({ protocol, host }: FastifyRequest, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL
  const said = `${protocol}://${host}`
  return URL.canParse(said) ? new URL(said).origin : ''
}

/** Names of the local machine: they are treated as the same site. */
const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Refuses a request for another host than the site's, if it is configured: otherwise a foreign page could make a
 * browser treat this server as its own (DNS rebinding). The port may be that of a proxy.
 * @returns a function that throws DomainError otherHost
 */
export function ownHost(publicOrigin: string | null): (request: Pick<FastifyRequest, 'hostname'>) => void {
  if (publicOrigin === null) return () => undefined
  const own = new URL(publicOrigin).hostname
  return ({ hostname }) => {
    if (hostname === own) return
    const asked = hostname.toLowerCase()
    // A foreign page cannot resolve these names to its own server.
    if (asked !== own && !(THIS_MACHINE.has(own) && THIS_MACHINE.has(asked)))
      throw new DomainError('otherHost', { address: publicOrigin })
  }
}

/**
 * Where the browser says a request comes from (threats T4): the site itself, elsewhere, or unknown, as with programs
 * that are not browsers.
 */
function originOf({ headers, host }: FastifyRequest, publicOrigin: string | null): 'own' | 'foreign' | 'unknown' {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'foreign'
  const source = headers.origin ?? headers.referer
  if (source === undefined) return 'unknown'
  if (!URL.canParse(source)) return 'foreign'
  const { origin, protocol, host: sourceHost } = new URL(source)
  if (origin === publicOrigin) return 'own'
  // Parsed as a URL, so that a default port makes no difference.
  const ownHost = URL.canParse(`${protocol}//${host}`) ? new URL(`${protocol}//${host}`).host : host
  return sourceHost === ownHost ? 'own' : 'foreign'
}

export const isForeign = (request: FastifyRequest, publicOrigin: string | null): boolean =>
  originOf(request, publicOrigin) === 'foreign'

/**
 * Refuses requests that another website caused in a browser (D74). Browsers send the origin with every POST, so a
 * request without one comes from a program, and is judged by its cookie or token alone.
 * @throws DomainError foreignOrigin
 */
export function assertNotForeign(request: FastifyRequest, publicOrigin: string | null): void {
  if (isForeign(request, publicOrigin)) throw new DomainError('foreignOrigin')
}

/**
 * Refuses a link that is not provably from this site. A browser following one may send no origin: without https it
 * omits `Sec-Fetch-Site`, and a page can suppress the referrer.
 * @throws DomainError foreignOrigin
 */
export function assertOwnLink(request: FastifyRequest, publicOrigin: string | null): void {
  if (originOf(request, publicOrigin) !== 'own') throw new DomainError('foreignOrigin')
}
