import type { FastifyReply, FastifyRequest } from 'fastify'
import { isIn, networkOf, plainAddress } from '#adapters/outbound/addresses.ts'
import { UNCACHED } from '../headers.ts'
import type { Application } from '../application.ts'
import { NoSuchCall } from '../rest/router.ts'
import { bearerOf } from '../session.ts'

/** `/metrics`, for authorised clients. For everybody else it is an ordinary address, which may belong to an item. */
export interface Metrics {
  isAskedBy(request: FastifyRequest): boolean
  /** Null for clients without access. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | null>
  /**
   * Call it once the request has been counted. @throws NoSuchCall for a program without access, revealing nothing more
   */
  assertNoGuess(request: FastifyRequest): void
}

/** Null when neither setting is given: the metrics code is not even loaded then. */
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
    isAskedBy,
    async answer(request, reply) {
      if (mayRead(request)) {
        request.observedAs = null
        return reply
          .headers(UNCACHED)
          .type(figures.contentType)
          .send(await figures.text())
      }
      return null
    },
    assertNoGuess(request) {
      if (isAskedBy(request) && bearerOf(request) !== null) throw new NoSuchCall()
    },
  }
}

const isAskedBy = ({ method, url }: FastifyRequest): boolean => method === 'GET' && url.split('?', 1)[0] === '/metrics'
