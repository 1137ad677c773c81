import { createHash } from 'node:crypto'
import type { RawRoute } from '#core/plugin.ts'
import { FRAME_SCRIPT } from './frame-script.ts'

const DOCUMENT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Call</title><script>${FRAME_SCRIPT}</script></html>`

/**
 * The only document that can reach other hosts. By its policy the frame has no origin, so it can read neither cookies
 * nor anything else of this site.
 */
const POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(FRAME_SCRIPT).digest('base64')}'`,
  'connect-src http: https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ')

/** The document from which calls are made. */
export const frameRoute: RawRoute = {
  prefix: '/try-frame/',
  caller: 'none',
  answer: async (request) =>
    new URL(request.url).pathname === '/try-frame/call.html' && ['GET', 'HEAD'].includes(request.method)
      ? new Response(DOCUMENT, {
          headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY },
        })
      : new Response(null, { status: 404 }),
}
