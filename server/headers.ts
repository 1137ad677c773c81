import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOfProgram } from '#core/addresses.ts'
import type { ShownPictures } from '#core/site/picture-settings.ts'
import type { Application } from './application.ts'

const OWN_PICTURES = "img-src 'self' data: blob:"
/** Threats X7. Inline styles are allowed because the UI kit and syntax highlighting need them; inline scripts never. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  OWN_PICTURES,
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "worker-src 'self' blob:",
  "media-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const
export const UNCACHED = { 'cache-control': 'no-store, private', vary: 'Cookie, Accept-Language' } as const
/** Screens with a token in their address. */
const HAS_TOKEN = /^\/(setup|p|user\/(resetPasswordByUrl|confirmEmail|loginByUserToken|register))\b/i
const YEAR_OF_SECONDS = 31_536_000

/** Lets a document show pictures of other sites (threats X7). */
export function allowPictures(reply: FastifyReply, { areAll, hosts }: ShownPictures): void {
  const policy = reply.getHeader(POLICY)
  const sources = areAll ? ['http:', 'https:'] : hosts
  if (typeof policy === 'string' && sources.length > 0)
    reply.header(POLICY, policy.replace(OWN_PICTURES, [OWN_PICTURES, ...sources].join(' ')))
}

/** Old editors upload pictures by a form into a frame and read the reply there. */
export function allowOwnFrames(reply: FastifyReply): void {
  const policy = reply.getHeader(POLICY)
  if (typeof policy === 'string')
    reply.header(POLICY, policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"))
}
const POLICY = 'content-security-policy'

/**
 * Sets the security headers of every reply. A null `policy` does not restrict scripts, as the development server needs.
 */
export function securityHeaders(application: Application, policy: string | null) {
  const common = { ...HEADERS, ...(policy === null ? {} : { 'content-security-policy': policy }) }
  const onHttps = { ...common, 'strict-transport-security': `max-age=${YEAR_OF_SECONDS}` }
  const isSecureSite = application.config.PUBLIC_URL?.startsWith('https:') ?? false
  return (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(isSecureSite || request.protocol === 'https' ? onHttps : common)
    if (isOfProgram(request.url)) reply.headers(UNCACHED)
    if (HAS_TOKEN.test(request.url)) reply.header('referrer-policy', 'no-referrer')
  }
}
