import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recorderOf } from '#core/audit/recorder.ts'
import { DomainError } from '#core/errors.ts'
import type { House } from './house.ts'
import { assertOwnOrigin, publicOriginOf } from './origin.ts'
import type { Callers } from './session.ts'

/** The addresses outside `/api` that plugins answer, and the documented one that waits for its plugin (API-058). */
export async function servePluginRoutes(app: FastifyInstance, house: House, callers: Callers): Promise<void> {
  const routes = house.plugins.flatMap((plugin) => plugin.routes ?? [])
  const publicOrigin = publicOriginOf(house.config)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: string | Buffer) => body)
    for (const route of routes)
      scope.all(`${route.prefix}*`, async (request, reply) => {
        const isLook = request.method === 'GET' || request.method === 'HEAD'
        if (!isLook && callers.hasLoginCookie(request)) assertOwnOrigin(request, publicOrigin, true)
        const caller = await callers.of(request, reply)
        const { database, services } = house.product
        const recorder = recorderOf({ ...caller, services, operation: route.prefix })
        const ctx = { ...caller, store: database, services, audit: recorder.audit }
        const response = await route.answer(webRequest(request), ctx).catch(async (error: unknown) => {
          await recorder.keepRefused(database, error, null)
          throw error
        })
        const tellLog = await recorder.keep(database)
        tellLog()
        response.headers.forEach((value, name) => void reply.header(name, value))
        return reply.code(response.status).send(Buffer.from(await response.arrayBuffer()))
      })
  })
  if (!routes.some(({ prefix }) => prefix === MOCK_PREFIX))
    app.all(`${MOCK_PREFIX}*`, async () => {
      throw new DomainError('notAvailable')
    })
}

const MOCK_PREFIX = '/mock-path/'

function webRequest({ method, url, host, protocol, headers, body }: FastifyRequest): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  const hasBody = method !== 'GET' && method !== 'HEAD' && Buffer.isBuffer(body)
  return new Request(`${protocol}://${host}${url}`, {
    method,
    headers: pairs,
    ...(hasBody && { body: new Uint8Array(body) }),
  })
}
