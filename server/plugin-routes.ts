import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { recorderOf } from '#core/audit/recorder.ts'
import { DomainError } from '#core/errors.ts'
import { contextFor, notOnRecord, type Caller } from '#core/perform.ts'
import type { RawRoute } from '#core/plugin.ts'
import { UNCACHED } from './headers.ts'
import type { Application } from './application.ts'
import { passBy } from './rest/received.ts'
import type { Callers } from './session.ts'

/** The addresses outside `/api` that plugins answer, and the documented one that waits for its plugin (API-058). */
export async function servePluginRoutes(
  app: FastifyInstance,
  application: Application,
  callers: Callers,
): Promise<void> {
  const routes = application.plugins.flatMap((plugin) => plugin.routes ?? [])
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // As it comes: how much of it is read, and when, is up to the plugin.
    scope.addContentTypeParser('*', (_: FastifyRequest, body: IncomingMessage, done) => done(null, body))
    // A Request of the web cannot be one of TRACE.
    const method = scope.supportedMethods.filter((each) => each !== 'TRACE')
    for (const route of routes)
      scope.route({
        method,
        url: `${route.prefix}*`,
        config: { takesStreams: true as const },
        handler: (request, reply) => answered(route, application, callers, { request, reply }),
      })
  })
  if (!routes.some(({ prefix }) => prefix === MOCK_PREFIX))
    app.all(`${MOCK_PREFIX}*`, async () => {
      throw new DomainError('notAvailable')
    })
}

const MOCK_PREFIX = '/mock-path/'

async function answered(
  route: RawRoute,
  application: Application,
  callers: Callers,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  reply.raw.once('finish', () => letRestPass(request))
  const { database, services } = application.product
  const asked = webRequest(route, request, reply)
  const caller = await callerOf(route, application, callers, { request, reply, asked })
  const recorder = recorderOf({ ...caller, services, operation: route.prefix })
  const ctx = contextFor(application.product, caller, recorder.audit, mayCommand(route, request))
  const response = await route.answer(asked, ctx).catch(async (error: unknown) => {
    await recorder.keepRefused(database, notOnRecord(error), null)
    throw error
  })
  const keep = async (): Promise<void> => (await recorder.keep(database))()
  await keep()
  // A stream goes on for longer than the answer took, and so does what is said while it is made.
  reply.raw.once('close', () => {
    keep().catch((error: unknown) => services.log.error(`the record of ${route.prefix} could not be kept`, error))
  })
  return sendResponse(response, request, reply.headers(UNCACHED))
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** What a plugin did not read of a body. Whoever still waits for a piece of it has been answered. */
function letRestPass(request: FastifyRequest): void {
  if (request.raw.complete) return
  request.raw.removeAllListeners('readable')
  passBy(request)
}

/** Whoever the route wants to know of. @throws DomainError foreignOrigin | loginRequired | otherPerson */
async function callerOf(
  route: RawRoute,
  { product }: Application,
  callers: Callers,
  { request, reply, asked }: Exchange & { readonly asked: Request },
): Promise<Caller> {
  const { caller: who } = route
  if (who === 'session') return isLook(request) ? callers.of(request, reply) : callers.ofChange(request, reply)
  const stranger = callers.strangerOf(request, reply)
  if (who === 'none') return stranger
  const actor = await route.actorOf?.(asked, { store: product.database, services: product.services })
  if (actor) return { ...stranger, actor }
  return who === 'anyone' ? callers.ofOwn(request, reply) : stranger
}

const isLook = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'
const mayCommand = ({ caller }: RawRoute, request: FastifyRequest): boolean =>
  caller === 'token' || caller === 'none' || (caller === 'session' && !isLook(request))

async function sendResponse(
  { status, headers, body, url }: Response,
  { method }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // First of all: of a body that was read already no reply can be made, and nothing of it may be in the refusal.
  const content = body && method !== 'HEAD' ? Readable.fromWeb(body as ReadableStream<Uint8Array>) : null
  const isPassedOn = url !== ''
  reply.code(status)
  headers.forEach((value, name) => {
    if (!isPassedOn || !OF_CONNECTION.has(name)) void reply.header(name, value)
  })
  // What the plugin does about the end of its stream, and for how long, is nothing to whoever asked.
  if (!content) body?.cancel().catch(() => undefined)
  return reply.send(content ?? undefined)
}

/** What `fetch` has undone when its reply is passed on, or what holds for the connection it came by. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  ...['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade'],
])

/** What a route is not to know of: a plugin that passes a request on must not pass on somebody's login with it. */
const KEPT_BACK: Readonly<Record<RawRoute['caller'], readonly string[]>> = {
  session: [],
  anyone: ['cookie'],
  token: ['cookie'],
  none: ['cookie', 'authorization'],
}

/**
 * @throws DomainError invalidInput for a host of which no address can be made, or a path that leads out of the addresses
 * of the route once it is read as browsers read it
 */
function webRequest({ caller, prefix }: RawRoute, request: FastifyRequest, reply: FastifyReply): Request {
  const { method, url, host, protocol, raw } = request
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`${protocol}://${host}`))
    throw new DomainError('invalidInput', { field: 'host' })
  const address = `${protocol}://${host}${url}`
  if (!URL.canParse(address) || !new URL(address).pathname.startsWith(prefix))
    throw new DomainError('invalidInput', { field: 'path' })
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined || KEPT_BACK[caller].includes(name) ? [] : [[name, String(value)] as [string, string]],
  )
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const hasBody = method !== 'GET' && method !== 'HEAD'
  // Taken piece by piece as it is read, so that a long body waits at its sender and not in memory.
  const body = hasBody ? { body: ReadableStream.from(raw), duplex: 'half' } : {}
  const rest = { method, headers, signal: gone.signal, ...body }
  // The types of browsers do not know that a body that is a stream has to say so.
  return new Request(address, rest as unknown as RequestInit)
}
