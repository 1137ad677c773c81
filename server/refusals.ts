import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError, isRefusal } from '#core/errors.ts'
import { messageOf } from '#core/message-of.ts'
import { isOfProgram } from '#core/addresses.ts'
import type { Application } from './application.ts'
import { awayPage } from './away-page.ts'
import { UNCACHED } from './headers.ts'
import { loggedPath } from './log.ts'
import { pluginOfCall } from './plugin-of-call.ts'
import { retryAfterOf, statusOf, type Explain } from './rest/errors.ts'
import { JSON_TYPE, NoSuchCall } from './rest/router.ts'
import { refusedInWords, WORDS_TYPE } from './rest/words-of-showdoc.ts'
import type { Callers } from './session.ts'

/** Answers refusals and errors in the envelope of spec §8. For a bug, it reveals only that there was one. */
export type Refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply

export function refuser(application: Application, callers: Callers, explain: Explain): Refuse {
  return (error, request, reply) => {
    const given = refusalOf(error)
    const undeclared = undeclaredIn(given, explain)
    const refusal = undeclared ? new DomainError('internal') : given
    if (refusal.kind === 'internal')
      application.product.services.log.error('a request failed', undeclared ?? error, {
        ...factsOf(request),
        ...pluginOfCall(application.plugins, { operation: request.observedAs ?? '', url: request.url }),
      })
    const { code, message, details } = explain(refusal, callers.languageOf(request))
    const isTrpc = request.url.startsWith('/trpc/')
    const status = refusal instanceof NoSuchCall ? 404 : statusOf(refusal.kind)
    const retryAfter = retryAfterOf(refusal.kind)
    if (retryAfter !== null) reply.header('retry-after', retryAfter)
    if (refusal.kind === 'databaseAway' && wantsPage(request))
      return reply
        .code(status)
        .headers(UNCACHED)
        .type('text/html; charset=utf-8')
        .send(awayPage(callers.languageOf(request)))
    if (request.answersInWords)
      return reply.code(status).header('content-type', WORDS_TYPE).send(refusedInWords(refusal, message))
    const body = isTrpc
      ? trpcRefusal(refusal, message, code)
      : {
          error_code: code,
          error_message: message,
          data: details,
          ...(request.answersEditors && editorFields(message)),
        }
    return reply
      .code(isTrpc && status === 200 ? 400 : status)
      .header('content-type', JSON_TYPE)
      .send(JSON.stringify(body))
  }
}

/** The request is for a screen, not from a program or for a part of a screen. */
const wantsPage = ({ method, url, headers: { accept = '' } }: FastifyRequest): boolean =>
  method === 'GET' && !isOfProgram(url) && accept.includes('text/html')

const editorFields = (message: string) => ({ success: 0, url: '', message })

/**
 * What a caller may learn about an error: refusals unchanged, malformed requests as invalid input, everything else as
 * "internal".
 */
export function refusalOf(error: unknown): DomainError {
  if (isRefusal(error)) return error
  // A plugin may throw nothing at all.
  const { statusCode, code } = Object(error) as Partial<FastifyError>
  if (statusCode === 413 || code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new DomainError('bodyTooLarge')
  if (statusCode === 415) return new DomainError('unsupportedBody')
  if (statusCode === 404) return new NoSuchCall()
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new DomainError('invalidInput', { field: 'body' })
  }
  return new DomainError('internal')
}

/** The fault of a plugin that refuses by a name for which nobody has a number and a text; null for all others. */
export const undeclaredIn = (refusal: DomainError, { isDeclared }: Explain): Error | null =>
  isDeclared(refusal.kind)
    ? null
    : new Error(`the refusal ${messageOf(refusal.kind)} is not in the errors of any plugin`, { cause: refusal })

/** The refusal in tRPC's format, for requests refused before a procedure is called. */
const trpcRefusal = ({ kind, details }: DomainError, message: string, errorCode: number): object => ({
  error: { message, code: -32_600, data: { code: 'BAD_REQUEST', httpStatus: 400, kind, errorCode, details } },
})

const factsOf = ({ id, method, url }: FastifyRequest) => ({ requestId: id, method, path: loggedPath(url) })
