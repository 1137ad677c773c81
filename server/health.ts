import type { FastifyInstance } from 'fastify'
import type { Application } from './application.ts'

/** More frequent requests get the same answer, so that they cause no load on the database. */
const KNOWN_MS = 1_000

/**
 * `/healthz`: the process responds. `/readyz`: it can also serve requests, with a readable database, and reports when
 * disk space is so low that nothing new is stored while reading continues. Neither reveals more than that (threats G7).
 */
export function serveHealth(app: FastifyInstance, application: Application, isAccepting: () => boolean): void {
  const isHealthy = remembered(() => healthOf(application))
  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const isReady = isAccepting() && (await isHealthy())
    const hasRoom = await application.product.services.disk.hasRoom()
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'failed', ...(hasRoom ? {} : { disk: 'low' }) })
  })
}

const healthOf = (application: Application): Promise<boolean> =>
  application.health().then(
    () => true,
    () => false,
  )

function remembered(look: () => Promise<boolean>): () => Promise<boolean> {
  let lookedAt = -Infinity
  let last = Promise.resolve(false)
  return () => {
    const now = performance.now()
    if (now - lookedAt >= KNOWN_MS) {
      lookedAt = now
      last = look()
    }
    return last
  }
}
