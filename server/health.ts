import type { FastifyInstance } from 'fastify'
import type { House } from './house.ts'

/** `/healthz`: the process answers. `/readyz`: it also can work. Neither tells more than that (threats G7). */
export function serveHealth(app: FastifyInstance, house: House, isAccepting: () => boolean): void {
  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const isReady = isAccepting() && (await isHealthy(house))
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'failed' })
  })
}

const isHealthy = (house: House): Promise<boolean> =>
  house.health().then(
    () => true,
    () => false,
  )
