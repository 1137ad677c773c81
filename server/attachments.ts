import type { FastifyInstance } from 'fastify'
import { attachmentOperations } from '#core/attachment/operations.ts'
import { isRefusal } from '#core/errors.ts'
import { perform } from '#core/perform.ts'
import type { Application } from './application.ts'
import { sendDownload } from './rest/download.ts'
import { statusOf } from './rest/errors.ts'
import { NoSuchCall } from './rest/router.ts'
import type { Callers } from './session.ts'

/** So long a storage that fails is left alone (R10). */
const STORAGE_REST_S = 30

/** The addresses of files, `/attachment/{token}`: whatever may not be seen is 404, as an image in a page expects. */
export function serveAttachments(app: FastifyInstance, { product }: Application, callers: Callers): void {
  app.get<{ Params: { token: string }; Querystring: { key?: string } }>(
    '/attachment/:token(^[\\w-]{32}$)',
    async (request, reply) => {
      const caller = await callers.of(request, reply)
      const input = { ...request.params, ...request.query }
      const file = await perform(product, attachmentOperations.visit, caller, input).catch((error: unknown) => {
        throw isRefusal(error) && statusOf(error.kind) !== 503 ? new NoSuchCall() : error
      })
      try {
        if (!(await sendDownload(request, reply, file))) throw new NoSuchCall()
      } catch (error) {
        // No answer that a browser could take for the file.
        if (!isRefusal(error) || error.kind !== 'storageUnavailable') throw error
        await reply.code(503).header('retry-after', STORAGE_REST_S).send()
      }
      return reply
    },
  )
}
