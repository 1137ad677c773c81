import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import { DomainError } from '#core/errors.ts'
import { limits } from '#core/limits.ts'
import { serveAttachments } from './attachments.ts'
import { limitReceiving, refuseBrokenRequest, type ReceivingLimits } from './broken-requests.ts'
import { clientAddress } from './client-address.ts'
import { serveFormerAddresses } from './former-addresses.ts'
import { forwardedHint } from './forwarded-hint.ts'
import { CONTENT_SECURITY_POLICY, securityHeaders } from './headers.ts'
import { serveHealth } from './health.ts'
import type { Application } from './application.ts'
import { loggedPath } from './log.ts'
import { ownHost, publicOriginOf } from './origin.ts'
import { observeCalls } from './metrics/observed-calls.ts'
import { metricsOf, type Metrics } from './metrics/serve-metrics.ts'
import { registerPages } from './pages/pages.ts'
import { servePluginFiles } from './plugin-files.ts'
import { servePluginRoutes } from './plugin-routes.ts'
import { RateLimit } from './rate-limit.ts'
import { refuser } from './refusals.ts'
import { serveApiDocument } from './rest/api-page.ts'
import { followRequests } from './requests-under-way.ts'
import { readBodies } from './rest/body.ts'
import { explainer } from './rest/errors.ts'
import { bodyLimits } from './rest/fields.ts'
import { serveRest } from './rest/router.ts'
import { serveSignInRedirects } from './sign-in-redirects.ts'
import { callers as callersOf, type Callers } from './session.ts'
import { withMockAddress } from './former-mocks.ts'
import { withSingleSlashes } from './former-slashes.ts'
import { keepToSite, routedUrl, sitePathOf } from './site-path.ts'
import { trpcRouter } from './trpc/router.ts'
import { callsAt, serveTrpc } from './trpc/serve.ts'

export interface AppOptions {
  readonly logger?: FastifyBaseLogger
  /** False once the server has been told to stop (reliability R3). */
  readonly isAccepting?: () => boolean
  /** Null for none, which the development server needs. */
  readonly contentSecurityPolicy?: string | null
  /** Addresses that do not count against the request limit, besides built files and health checks. */
  readonly isUnlimited?: (url: string) => boolean
  readonly receiving?: ReceivingLimits
  /** False to serve only the interfaces for programs, without screens. */
  readonly hasPages?: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Identifies the caller of a request; also used by pages. */
    readonly callers: Callers
    /** Names the files that browsers get of this server; '' without screens. */
    siteBuild: string
  }
}

const HEADER_BYTES = 16 * 1024
const HEADERS_TIMEOUT_MS = 10_000
const HEADERS_CHECKED_MS = 2_000
/** Idle timeout: without a byte in either direction for this long, the connection is considered dead. */
const SILENT_MS = 120_000
const KEEP_ALIVE_MS = 65_000
const CONNECTIONS = 1_000
const COMPRESSED_FROM_BYTES = 1_024
/** Replies up to this size are compressed in one call, which is faster than creating a stream. */
const COMPRESSED_AT_ONCE_BYTES = 64 * 1_024

/** Everything the product serves over HTTP. Not listening yet: tests use `inject`. */
export async function createApp(application: Application, options: AppOptions = {}): Promise<FastifyInstance> {
  const { contentSecurityPolicy = CONTENT_SECURITY_POLICY, isAccepting = () => true, hasPages = true } = options
  const callers = callersOf(application)
  const explain = explainer(application.plugins)
  const refuse = refuser(application, callers, explain)
  const protect = securityHeaders(application, contentSecurityPolicy)
  const sitePath = sitePathOf(application.config)
  const app = fastify({
    ...(options.logger ? { loggerInstance: options.logger } : { logger: false }),
    // A child logger per request would parse the redaction list each time, and nobody would use it.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    // Audit entries keep this id beyond the lifetime of this process.
    genReqId: () => randomUUID(),
    bodyLimit: bodyLimits.bytes,
    connectionTimeout: SILENT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    trustProxy: application.config.TRUSTED_PROXIES.length > 0 ? application.config.TRUSTED_PROXIES : false,
    rewriteUrl: (request) => withMockAddress(withSingleSlashes(routedUrl(sitePath, request))),
    routerOptions: { maxParamLength: 5_000 },
    http: {
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: HEADERS_CHECKED_MS,
    },
    frameworkErrors: (error, request, reply) => {
      protect(request, reply)
      refuse(error, request, reply)
    },
    clientErrorHandler: refuseBrokenRequest,
  })
  app.server.maxConnections = CONNECTIONS
  app.decorate('callers', callers)
  app.decorate('siteBuild', '')
  app.setErrorHandler(refuse)
  app.setNotFoundHandler((request, reply) =>
    refuse(Object.assign(new Error('no such address'), { statusCode: 404 }), request, reply),
  )
  followRequests(app)
  await app.register(cookie)
  await app.register(compress, {
    threshold: COMPRESSED_FROM_BYTES,
    syncThreshold: COMPRESSED_AT_ONCE_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  limitReceiving(app, options.receiving ?? limits)
  observeCalls(app, application.product.services.health)
  const metrics = await metricsOf(application)
  guard(app, application, { protect, metrics, isUnlimited: options.isUnlimited ?? (() => false) })
  keepToSite(app, application.config, application.product.services.log)
  serveHealth(app, application, isAccepting)
  await app.register(async (api) => {
    await readBodies(api)
    serveRest(api, application, callers)
    serveTrpc(api, application, trpcRouter(application.product, application.operations, explain), callers)
  })
  serveAttachments(app, application, callers)
  serveFormerAddresses(app, application, callers)
  serveSignInRedirects(app, application, callers)
  serveApiDocument(app, application, callers)
  await servePluginRoutes(app, application, callers)
  servePluginFiles(app, application)
  if (hasPages) await registerPages(app, application)
  return app
}

interface GuardOptions {
  readonly protect: ReturnType<typeof securityHeaders>
  readonly metrics: Metrics | null
  readonly isUnlimited: (url: string) => boolean
}

/** Security headers and the request limit, before anything else handles a request. */
function guard(app: FastifyInstance, application: Application, { protect, metrics, isUnlimited }: GuardOptions): void {
  const limit = new RateLimit(application.config.RATE_LIMIT)
  const assertOwnHost = ownHost(publicOriginOf(application.config))
  const hintAtProxy = forwardedHint(application.product.services.log)
  app.addHook('onRequest', async (request, reply) => {
    protect(request, reply)
    const { url } = request
    if (metrics?.isAskedBy(request)) {
      const figures = await metrics.answer(request, reply)
      if (figures) return figures
    }
    hintAtProxy(request)
    if (!isHealth(url)) assertOwnHost(request)
    if (isBuiltOrHealth(url) || isUnlimited(url)) return undefined
    if (!limit.admits(clientAddress(request.ip), performance.now(), callsAt(url)))
      throw new DomainError('tooManyRequests')
    metrics?.assertNoGuess(request)
    return undefined
  })
  if (app.log.level === 'debug')
    app.addHook('onResponse', async (request, reply) => {
      const { method, url } = request
      app.log.debug({ method, path: loggedPath(url), status: reply.statusCode, ms: reply.elapsedTime }, 'answered')
    })
}
const isHealth = (url: string): boolean => url === '/healthz' || url === '/readyz'
const isBuiltOrHealth = (url: string): boolean => url.startsWith('/assets/') || isHealth(url)
