import type { FastifyRequest } from 'fastify'
import type { Log } from '#core/ports/surroundings.ts'

const SILENT_MS = 3_600_000
const SAID_EVERY_MS = 60_000
const MOST_ADDRESSES = 1_000

/**
 * Warns the operator of an untrusted proxy: everybody behind it counts as one address, so one person can use up the
 * limits of all. At most once an hour per address, and once a minute overall: many different addresses are not a proxy.
 */
export function forwardedHint(
  log: Pick<Log, 'warn'>,
  nowMs: () => number = () => performance.now(),
): (request: Pick<FastifyRequest, 'headers' | 'ips' | 'socket'>) => void {
  const toldAt = new Map<string, number>()
  let saidAt = -Infinity
  return ({ headers, ips = [], socket: { remoteAddress } }) => {
    if (headers['x-forwarded-for'] === undefined || remoteAddress === undefined) return
    // A trusted proxy names the clients behind it, including people on the same machine.
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
