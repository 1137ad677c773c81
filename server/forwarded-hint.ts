import type { FastifyRequest } from 'fastify'
import type { Log } from '#core/ports/surroundings.ts'

const SILENT_MS = 3_600_000
const MOST_ADDRESSES = 1_000

/**
 * Tells the operator of a proxy that nobody said to trust: everybody behind it counts as one address, so that one of them
 * uses up the limits of all. Once an hour for each address.
 */
export function forwardedHint(
  log: Pick<Log, 'warn'>,
  nowMs: () => number = () => performance.now(),
): (request: Pick<FastifyRequest, 'headers' | 'ip' | 'socket'>) => void {
  const toldAt = new Map<string, number>()
  return ({ headers, ip, socket: { remoteAddress } }) => {
    // Whose word counts is no longer the one who asks.
    if (headers['x-forwarded-for'] === undefined || remoteAddress === undefined || ip !== remoteAddress) return
    const now = nowMs()
    if (now - (toldAt.get(remoteAddress) ?? -Infinity) < SILENT_MS) return
    // Too many at once are no proxies.
    if (toldAt.size >= MOST_ADDRESSES) toldAt.clear()
    toldAt.set(remoteAddress, now)
    log.warn('X-Forwarded-For came from an address that is not trusted, and does not count', {
      address: remoteAddress,
      hint: 'if this is your proxy, name it in TRUSTED_PROXIES',
    })
  }
}
