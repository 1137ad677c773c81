import type { FastifyInstance } from 'fastify'
import { DomainError } from '#core/errors.ts'
import type { Log } from '#core/ports/surroundings.ts'
import type { Config } from './config.ts'

/** Where the site lies below its host, as in `/docs`; '' at the root. Everything else in the server knows nothing of it. */
export const sitePathOf = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string =>
  PUBLIC_URL === undefined ? '' : new URL(PUBLIC_URL).pathname.replace(/\/$/, '')

/** Which cookies of the site other sites on the same host do not get. */
export const cookiePathOf = (config: Pick<Config, 'PUBLIC_URL'>): string => `${sitePathOf(config)}/`

/** Where programs that watch the server find it also without the site's path. */
const HEALTH: ReadonlySet<string> = new Set(['/healthz', '/readyz'])
const HINT_EVERY_MS = 3_600_000

/** The address below the site of what was asked for; null for one outside of it. */
function belowSite(sitePath: string, url: string): string | null {
  if (!url.startsWith(sitePath)) return null
  const rest = url.slice(sitePath.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : null
}

/** For the router, which knows addresses below the site alone. The proxy passes them on whole. */
export const routedUrl =
  (sitePath: string) =>
  ({ url = '/' }: { readonly url?: string | undefined }): string =>
    belowSite(sitePath, url) ?? url

/** Answers for the site's path itself, refuses what lies beside it, and leads nobody out of it. */
export function keepToSite(app: FastifyInstance, config: Config, log: Pick<Log, 'warn'>): void {
  const sitePath = sitePathOf(config)
  if (sitePath === '') return
  const site = `${config.PUBLIC_URL ?? ''}/`
  let hintedAt = -Infinity
  const hint = (): void => {
    const now = performance.now()
    if (now - hintedAt < HINT_EVERY_MS) return
    hintedAt = now
    log.warn('a request came for an address outside of PUBLIC_URL', {
      site,
      hint: `if a proxy takes ${sitePath} off the addresses, let it pass them on as they are`,
    })
  }
  app.addHook('onRequest', async ({ originalUrl, url }, reply) => {
    if (HEALTH.has(originalUrl)) return undefined
    if (belowSite(sitePath, originalUrl) === null) {
      hint()
      throw new DomainError('otherHost', { address: site })
    }
    // Below `/docs` a browser would look for its cookies in vain, and for relative addresses beside the site.
    const isSiteItself = !originalUrl.startsWith(`${sitePath}/`)
    return isSiteItself ? reply.redirect(url, 308) : undefined
  })
  app.addHook('onSend', async (_, reply, payload: unknown) => {
    const target = reply.getHeader('location')
    if (typeof target === 'string' && /^\/(?!\/)/.test(target)) reply.header('location', sitePath + target)
    return payload
  })
}
