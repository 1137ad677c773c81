import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerHealth } from '#core/ports/health.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation this request asks for; '' as long as it is none, null when its calls are noted one by one, or not at all. */
    observedAs: string | null
  }
}

/** What nobody answers to has one name, whatever was typed: names are kept for as long as the server runs. */
const UNKNOWN = 'unknown'

/** Notes every request, by its operation or else by the pattern of the address that answered it. */
export function observeCalls(app: FastifyInstance, health: Pick<ServerHealth, 'note'>): void {
  app.decorateRequest('observedAs', '')
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const { observedAs, routeOptions, id: requestId } = request
    if (observedAs === null) return
    const operation = observedAs || (routeOptions.url ?? UNKNOWN)
    health.note({ operation, status: statusCode, ms: elapsedTime, requestId, traceparent: traceparentOf(request) })
  })
}

/** '' for none. */
export function traceparentOf({ headers: { traceparent } }: Pick<FastifyRequest, 'headers'>): string {
  return typeof traceparent === 'string' ? traceparent : ''
}
