import type { FastifyReply, FastifyRequest } from 'fastify'
import { isIn, networkOf, plainAddress } from '#adapters/outbound/addresses.ts'
import { UNCACHED } from '../headers.ts'
import type { Application } from '../application.ts'
import { NoSuchCall } from '../rest/router.ts'
import { bearerOf } from '../session.ts'

/** `/metrics`, for those who may read it. To everybody else it is an address like any other, which may belong to an item. */
export interface Metrics {
  isAskedBy(request: FastifyRequest): boolean
  /** Null for those who may not read them. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | null>
  /** To be called once the request has counted as one. @throws NoSuchCall for a program that may not read them, which is told no more */
  assertNoGuess(request: FastifyRequest): void
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
