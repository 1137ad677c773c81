import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerHealth } from '#core/ports/health.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The operation of this request; '' as long as it is unknown, null when its calls are recorded individually, or not
     * at all.
     */
    observedAs: string | null
  }
}

/** One name for all unknown addresses: names are kept as long as the server runs. */
const UNKNOWN = 'unknown'

/** Records every request, by its operation or else by the pattern of its address. */
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
