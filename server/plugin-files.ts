import type { FastifyInstance } from 'fastify'
import { DomainError } from '#core/errors.ts'
import type { House } from './house.ts'

/** Which plugins run, and the screens of those that were built apart from the product. */
export function servePluginFiles(app: FastifyInstance, house: House): void {
  app.get('/plugins/running.json', async (_, reply) => {
    const running = house.product.services.plugins.list().filter(({ state }) => state === 'running')
    return reply
      .header('cache-control', 'no-store')
      .send(running.map(({ id }) => ({ id, web: house.pluginWebEntries.has(id) ? webAddress(id) : null })))
  })
  app.get<{ Params: { readonly id: string } }>('/plugins/:id/web.js', async ({ params: { id } }, reply) => {
    const entry = house.pluginWebEntries.get(id)
    if (entry === undefined) throw new DomainError('notFound')
    return reply
      .header('cache-control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(Buffer.from(entry.buffer, entry.byteOffset, entry.byteLength))
  })
}

const webAddress = (id: string): string => `/plugins/${id}/web.js`
