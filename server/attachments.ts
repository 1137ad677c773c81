import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { attachmentOperations } from '#core/attachment/operations.ts'
import { isRefusal } from '#core/errors.ts'
import { perform, type Caller } from '#core/perform.ts'
import type { Download, Redirect } from '#core/schema.ts'
import type { Application } from './application.ts'
import { sendDownload } from './rest/download.ts'
import { explainer, statusOf } from './rest/errors.ts'
import { NoSuchCall } from './rest/router.ts'
import type { Callers } from './session.ts'

/** How long a failing storage is not retried (R10). */
const STORAGE_REST_S = 30

const isAway = (error: unknown): boolean => isRefusal(error) && error.kind === 'storageUnavailable'
const isNoSuchFile = (error: unknown): boolean => isRefusal(error) && !isAway(error) && statusOf(error.kind) !== 503

/** The upload folders in ShowDoc's file addresses; some of its versions wrote the second form. */
const FORMER_FOLDERS = ['/Public/Uploads/*', '/server/../Public/Uploads/*'] as const

/**
 * Serves files at `/attachment/{token}` and at their former ShowDoc paths. Inaccessible files are answered with 404, as
 * an image in a page expects.
 */
export function serveAttachments(app: FastifyInstance, { product, plugins }: Application, callers: Callers): void {
  const explain = explainer(plugins)
  const { visit, visitFormer } = attachmentOperations

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    fileFor: (caller: Caller) => Promise<Download | Redirect>,
  ) {
    const caller = await callers.of(request, reply)
    try {
      const file = await fileFor(caller).catch((error: unknown) => {
        throw isNoSuchFile(error) ? new NoSuchCall() : error
      })
      if ('redirectTo' in file) return reply.redirect(file.redirectTo, 302)
      if (!(await sendDownload(request, reply, file))) throw new NoSuchCall()
    } catch (error) {
      if (!isAway(error)) throw error
      reply.code(503).headers({ 'retry-after': STORAGE_REST_S, 'cache-control': 'no-store' })
      // Words for people who have opened it; elsewhere nothing that could be taken for the file.
      const isOpened = request.headers.accept?.includes('text/html') ?? false
      const { message } = explain({ kind: 'storageUnavailable', details: {} }, callers.languageOf(request))
      await (isOpened ? reply.type('text/plain; charset=utf-8').send(message) : reply.send())
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
