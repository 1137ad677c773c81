import type { FastifyReply, FastifyRequest } from 'fastify'
import { isIn, networkOf, plainAddress } from '#adapters/outbound/addresses.ts'
import { UNCACHED } from '../headers.ts'
import type { Application } from '../application.ts'
import { NoSuchCall } from '../rest/router.ts'
import { bearerOf } from '../session.ts'

/** `/metrics`, for those who may read it. To everybody else it is an address like any other, which may belong to an item. */
export interface Metrics {
  isAskedBy(request: FastifyRequest): boolean
  /** @returns null for a browser that may not @throws NoSuchCall for a program that may not, which is told no more */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | null>
}

/** Null where neither setting is given: what makes the figures is not even loaded then. */
export async function metricsOf(application: Application): Promise<Metrics | null> {
  const { METRICS_TOKEN: token, METRICS_NETWORKS } = application.config
  if (token === undefined && METRICS_NETWORKS.length === 0) return null
  const { health, keys } = application.product.services
  const { figuresOf } = await import('./prometheus.ts')
  const figures = figuresOf(health)
  const networks = METRICS_NETWORKS.map(networkOf)
  const isNear = (ip: string): boolean => {
    const plain = plainAddress(ip)
    return plain !== null && networks.some((network) => isIn(network, plain))
  }
  const mayRead = (request: FastifyRequest): boolean =>
    (networks.length === 0 || isNear(request.ip)) && (token === undefined || keys.equal(bearerOf(request) ?? '', token))
  return {
    isAskedBy: ({ method, url }) => method === 'GET' && url.split('?', 1)[0] === '/metrics',
    async answer(request, reply) {
      if (mayRead(request)) {
        request.observedAs = null
        return reply
          .headers(UNCACHED)
          .type(figures.contentType)
          .send(await figures.text())
      }
      if (bearerOf(request) !== null) throw new NoSuchCall()
      return null
    },
  }
}
