import type { FastifyInstance } from 'fastify'
import { asWorkOf } from '#adapters/system/work-under-way.ts'

/** What handles a request belongs to it, from here on. */
export function followRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ id }, _, done) => asWorkOf(id, done))
}
