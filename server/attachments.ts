import type { FastifyInstance } from 'fastify'
import { attachmentOperations } from '#core/attachment/operations.ts'
import { isRefusal } from '#core/errors.ts'
import { perform } from '#core/operation.ts'
import type { House } from './house.ts'
import { sendDownload } from './rest/download.ts'
import { NoSuchCall } from './rest/router.ts'
import type { Callers } from './session.ts'

/** The addresses of files, `/attachment/{token}`: whatever may not be seen is 404, as an image in a page expects. */
export function serveAttachments(app: FastifyInstance, { product }: House, callers: Callers): void {
  app.get<{ Params: { token: string }; Querystring: { key?: string } }>(
    '/attachment/:token(^[\\w-]{32}$)',
    async (request, reply) => {
      const caller = await callers.of(request, reply)
      const input = { ...request.params, ...request.query }
      const file = await perform(product, attachmentOperations.visit, caller, input).catch((error: unknown) => {
        throw isRefusal(error) ? new NoSuchCall() : error
      })
      if (!(await sendDownload(request, reply, file))) throw new NoSuchCall()
      return reply
    },
  )
}
