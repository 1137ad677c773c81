import type { FastifyRequest } from 'fastify'
import { DomainError } from '#core/errors.ts'
import type { Config } from './config.ts'

/** Where the site says it is; null when it does not. */
export const publicOriginOf = ({ PUBLIC_URL }: Config): string | null =>
  PUBLIC_URL ? new URL(PUBLIC_URL).origin : null

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

/**
 * Refuses what another website made a browser send. With a login cookie the request must prove that it is our own;
 * without one there is nothing to abuse but a login, so only what is known to be foreign is refused.
 * @throws DomainError foreignOrigin
 */
export function assertOwnOrigin(request: FastifyRequest, publicOrigin: string | null, hasLoginCookie: boolean): void {
  const origin = originOf(request, publicOrigin)
  if (origin === 'foreign' || (origin === 'unknown' && hasLoginCookie)) throw new DomainError('foreignOrigin')
}
