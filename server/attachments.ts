import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { attachmentOperations } from '#core/attachment/operations.ts'
import { isRefusal } from '#core/errors.ts'
import { perform, type Caller } from '#core/perform.ts'
import type { Download, Redirect } from '#core/schema.ts'
import type { Application } from './application.ts'
import { sendDownload } from './rest/download.ts'
import { statusOf } from './rest/errors.ts'
import { NoSuchCall } from './rest/router.ts'
import type { Callers } from './session.ts'

/** How long a failing storage is not retried (R10). */
const STORAGE_REST_S = 30

/** The upload folders in ShowDoc's file addresses; some of its versions wrote the second form. */
const FORMER_FOLDERS = ['/Public/Uploads/*', '/server/../Public/Uploads/*'] as const

/**
 * Serves files at `/attachment/{token}` and at their former ShowDoc paths. Inaccessible files are answered with 404, as
 * an image in a page expects.
 */
export function serveAttachments(app: FastifyInstance, { product }: Application, callers: Callers): void {
  const { visit, visitFormer } = attachmentOperations

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    fileFor: (caller: Caller) => Promise<Download | Redirect>,
  ) {
    const caller = await callers.of(request, reply)
    const file = await fileFor(caller).catch((error: unknown) => {
      throw isRefusal(error) && statusOf(error.kind) !== 503 ? new NoSuchCall() : error
    })
    if ('redirectTo' in file) return reply.redirect(file.redirectTo, 302)
    try {
      if (!(await sendDownload(request, reply, file))) throw new NoSuchCall()
    } catch (error) {
      // Must not be an answer that a browser could take for the file.
      if (!isRefusal(error) || error.kind !== 'storageUnavailable') throw error
      await reply.code(503).header('retry-after', STORAGE_REST_S).send()
    }
    return reply
  }

  app.get<{ Params: { token: string }; Querystring: { key?: string } }>(
    '/attachment/:token(^[\\w-]{32}$)',
    (request, reply) =>
      send(request, reply, (caller) => perform(product, visit, caller, { ...request.params, ...request.query })),
  )
  for (const folder of FORMER_FOLDERS)
    app.get<{ Params: { '*': string }; Querystring: { key?: string } }>(folder, (request, reply) => {
      const { '*': path } = request.params
      return send(request, reply, (caller) =>
        perform(product, visitFormer, caller, { path, ...request.query, sign: '' }),
      )
    })
}
