import type { FastifyInstance } from 'fastify'
import type { Application } from './application.ts'

/** `/healthz`: the process answers. `/readyz`: it also can work. Neither tells more than that (threats G7). */
export function serveHealth(app: FastifyInstance, application: Application, isAccepting: () => boolean): void {
  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const isReady = isAccepting() && (await isHealthy(application))
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'failed' })
  })
}

const isHealthy = (application: Application): Promise<boolean> =>
  application.health().then(
    () => true,
    () => false,
  )
