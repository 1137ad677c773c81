import type { FastifyInstance } from 'fastify'
import { DomainError } from '#core/errors.ts'
import type { Log } from '#core/ports/surroundings.ts'
import type { Config } from './config.ts'

/** The path of the site on its host, e.g. `/docs`; '' at the root. The rest of the server does not depend on it. */
export const sitePathOf = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string =>
  PUBLIC_URL === undefined ? '' : new URL(PUBLIC_URL).pathname.replace(/\/$/, '')

/** Cookies that are not sent to other sites on the same host. */
export const cookiePathOf = (config: Pick<Config, 'PUBLIC_URL'>): string => `${sitePathOf(config)}/`

/** Also available without the site's path, for monitoring. */
const HEALTH: ReadonlySet<string> = new Set(['/healthz', '/readyz'])
const HINT_EVERY_MS = 3_600_000

/** The requested address relative to the site; null when it is outside. */
function belowSite(sitePath: string, url: string): string | null {
  if (!url.startsWith(sitePath)) return null
  const rest = url.slice(sitePath.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : null
}

/** The router only handles addresses relative to the site. The proxy forwards them unchanged. */
export const routedUrl = (sitePath: string, { url = '/' }: { readonly url?: string | undefined }): string =>
  belowSite(sitePath, url) ?? url

/** Redirects the bare site path, refuses addresses outside it, and prevents redirects out of it. */
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
    // Below `/docs`, a browser would not send its cookies, and would resolve relative addresses outside the site.
    const isSiteItself = !originalUrl.startsWith(`${sitePath}/`)
    return isSiteItself ? reply.redirect(url, 308) : undefined
  })
  app.addHook('onSend', async (_, reply, payload: unknown) => {
    const target = reply.getHeader('location')
    if (typeof target === 'string' && /^\/(?!\/)/.test(target)) reply.header('location', sitePath + target)
    return payload
  })
}
