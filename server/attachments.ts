import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { attachmentOperations } from '#core/attachment/operations.ts'
import { isRefusal } from '#core/errors.ts'
import { perform, type Caller } from '#core/perform.ts'
import type { Download } from '#core/schema.ts'
import type { Application } from './application.ts'
import { sendDownload } from './rest/download.ts'
import { statusOf } from './rest/errors.ts'
import { NoSuchCall } from './rest/router.ts'
import type { Callers } from './session.ts'

/** So long a storage that fails is left alone (R10). */
const STORAGE_REST_S = 30

/** Where ShowDoc kept files, as their addresses name it; its second form is one that some of its versions wrote. */
const FORMER_FOLDERS = ['/Public/Uploads/*', '/server/../Public/Uploads/*'] as const

/**
 * The addresses of files, `/attachment/{token}` and those by their paths in a ShowDoc: whatever may not be seen is 404, as an
 * image in a page expects.
 */
export function serveAttachments(app: FastifyInstance, { product }: Application, callers: Callers): void {
  const { visit, visitFormer } = attachmentOperations

  async function send(request: FastifyRequest, reply: FastifyReply, fileFor: (caller: Caller) => Promise<Download>) {
    const caller = await callers.of(request, reply)
    const file = await fileFor(caller).catch((error: unknown) => {
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
