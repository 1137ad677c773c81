import type { FastifyRequest } from 'fastify'
import type { Log } from '#core/ports/surroundings.ts'

const SILENT_MS = 3_600_000
const SAID_EVERY_MS = 60_000
const MOST_ADDRESSES = 1_000

/**
 * Tells the operator of a proxy that nobody said to trust: everybody behind it counts as one address, so that one of them
 * uses up the limits of all. Once an hour for each address, and once a minute for all of them: a crowd is no proxy.
 */
export function forwardedHint(
  log: Pick<Log, 'warn'>,
  nowMs: () => number = () => performance.now(),
): (request: Pick<FastifyRequest, 'headers' | 'ips' | 'socket'>) => void {
  const toldAt = new Map<string, number>()
  let saidAt = -Infinity
  return ({ headers, ips = [], socket: { remoteAddress } }) => {
    if (headers['x-forwarded-for'] === undefined || remoteAddress === undefined) return
    // Whom somebody trusted speaks for is named behind the one who asks, also a person on the same machine.
    if (ips.length > 1) return
    const now = nowMs()
    if (now - (toldAt.get(remoteAddress) ?? -Infinity) < SILENT_MS) return
    if (now - saidAt < SAID_EVERY_MS) return
    saidAt = now
    if (toldAt.size >= MOST_ADDRESSES) toldAt.clear()
    toldAt.set(remoteAddress, now)
    log.warn('X-Forwarded-For came from an address that is not trusted, and does not count', {
      address: remoteAddress,
      hint: 'if this is your proxy, name it in TRUSTED_PROXIES',
    })
  }
}
