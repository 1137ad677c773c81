import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { assertProgram } from '#core/actor.ts'
import { recorderOf } from '#core/audit/recorder.ts'
import { DomainError } from '#core/errors.ts'
import { contextFor, notOnRecord, type Caller } from '#core/perform.ts'
import { plainStore } from '#core/plain-store.ts'
import type { RawRoute } from '#core/plugin.ts'
import { exactly } from './exactly.ts'
import { UNCACHED } from './headers.ts'
import type { Application } from './application.ts'
import { passBy } from './rest/received.ts'
import type { Callers } from './session.ts'

/** Addresses outside `/api` handled by plugins, and the documented ones reserved for a plugin (API-058). */
export async function servePluginRoutes(
  app: FastifyInstance,
  application: Application,
  callers: Callers,
): Promise<void> {
  const routes = application.plugins.flatMap((plugin) => plugin.routes ?? [])
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Unparsed: the plugin decides how much of it to read, and when.
    scope.addContentTypeParser('*', (_: FastifyRequest, body: IncomingMessage, done) => done(null, body))
    // A web Request cannot have the method TRACE.
    const method = scope.supportedMethods.filter((each) => each !== 'TRACE')
    for (const route of routes)
      scope.route({
        method,
        url: `${route.prefix}*`,
        config: { takesStreams: true as const },
        handler: (request, reply) => answered(route, application, callers, { request, reply }),
      })
  })
  for (const mocks of MOCK_PREFIXES)
    if (!routes.some(({ prefix }) => prefix === mocks))
      app.all(`${mocks}*`, async () => {
        throw new DomainError('notAvailable')
      })
}

const MOCK_PREFIXES = ['/mock-path/', '/mock-data/']

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
  // A stream continues after the answer has begun, and so do audit entries made meanwhile.
  reply.raw.once('close', () => {
    keep().catch((error: unknown) => services.log.error(`the record of ${route.prefix} could not be kept`, error))
  })
  return sendResponse(route, response, { request, reply: reply.headers(UNCACHED) })
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The unread part of a body. A pending read gets an end. */
function letRestPass(request: FastifyRequest): void {
  if (request.raw.complete) return
  request.raw.removeAllListeners('readable')
  passBy(request)
}

/** The actor according to the route's `caller`. @throws DomainError foreignOrigin | loginRequired | otherPerson */
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
  const actor = await route.actorOf?.(asked, { store: plainStore(product.database), services: product.services })
  if (actor) {
    assertProgram(actor)
    return { ...stranger, actor }
  }
  return who === 'anyone' ? callers.ofOwn(request, reply) : stranger
}

const isLook = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'
const mayCommand = ({ caller }: RawRoute, request: FastifyRequest): boolean =>
  caller === 'token' || caller === 'none' || (caller === 'session' && !isLook(request))

async function sendResponse(
  { prefix }: RawRoute,
  { status, headers, body, url }: Response,
  { request: { method }, reply }: Exchange,
): Promise<FastifyReply> {
  const leftOut = url === '' ? OF_CONNECTION : OF_ANOTHER_SERVER
  const stream = body && method !== 'HEAD' ? (body as ReadableStream<Uint8Array>) : null
  const bytes = leftOut.has('content-length') ? null : headers.get('content-length')
  if (bytes !== null && !/^\d{1,15}$/.test(bytes)) throw new Error(`${prefix} answers with a length that is none`)
  // First: no reply can be made from a body that was already read, and the refusal must not contain any of it.
  const content = stream && (await contentOf(stream, bytes === null ? null : Number(bytes), { prefix, reply }))
  reply.code(status)
  headers.forEach((value, name) => {
    if (!leftOut.has(name)) void reply.header(name, value)
  })
  // How the plugin handles the end of its stream, and for how long, must not affect the client.
  if (!content) body?.cancel().catch(() => undefined)
  return reply.send(content ?? undefined)
}

/** Sent in one piece, in a quarter of the time that a stream takes. */
const SHORT_BYTES = 1_048_576

async function contentOf(
  stream: ReadableStream<Uint8Array>,
  bytes: number | null,
  { prefix, reply }: Pick<RawRoute, 'prefix'> & Pick<Exchange, 'reply'>,
): Promise<Buffer | Readable> {
  if (bytes === null) return Readable.fromWeb(stream)
  if (bytes <= SHORT_BYTES) return wholeOf(stream, reply)
  return Readable.from(exactly(bytes, Readable.fromWeb(stream), prefix), { objectMode: false })
}

/**
 * What has come when the client leaves: nobody waits for the rest.
 * @throws Error when it is much longer than was said
 */
async function wholeOf(stream: ReadableStream<Uint8Array>, { raw }: FastifyReply): Promise<Buffer> {
  const reader = stream.getReader()
  const leave = (): void => void reader.cancel().catch(() => undefined)
  if (raw.destroyed) leave()
  raw.once('close', leave)
  const pieces: Uint8Array[] = []
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(pieces)
    bytes += value.length
    if (bytes > SHORT_BYTES) {
      leave()
      throw new Error('a plugin answers with more than it said')
    }
    pieces.push(value)
  }
}

const OF_CONNECTION: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])
/** Also what `fetch` has already processed, and cookies: they would be those of this site, such as its login. */
const OF_ANOTHER_SERVER: ReadonlySet<string> = new Set([
  ...OF_CONNECTION,
  ...['content-encoding', 'content-length', 'set-cookie', 'clear-site-data', 'strict-transport-security'],
])

/** Headers hidden from the route: a plugin that forwards a request must not forward somebody's login with it. */
const KEPT_BACK: Readonly<Record<RawRoute['caller'], readonly string[]>> = {
  session: [],
  anyone: ['cookie'],
  token: ['cookie'],
  none: ['cookie', 'authorization'],
}

/** Created once: its stack takes as long as much of an answer. */
const GONE = new DOMException('This operation was aborted', 'AbortError')

/**
 * @throws DomainError invalidInput for an invalid host, or a path that leaves the prefix of the route once a browser
 * normalises it
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
  reply.raw.once('close', () => gone.abort(GONE))
  const hasBody = method !== 'GET' && method !== 'HEAD'
  // Read in pieces on demand, so that a long body does not fill memory.
  const body = hasBody ? { body: ReadableStream.from(raw), duplex: 'half' } : {}
  const rest = { method, headers, signal: gone.signal, ...body }
  // Browser types do not include `duplex`, which streaming bodies require.
  return new Request(address, rest as unknown as RequestInit)
}
