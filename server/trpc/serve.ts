import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape, type AnyTRPCRouter } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError, isRefusal } from '#core/errors.ts'
import type { OperationTable } from '#core/operation.ts'
import type { Caller } from '#core/perform.ts'
import { writerOf, type Writer } from '../answer-text.ts'
import type { z } from 'zod'
import type { Application } from '../application.ts'
import { assertNotForeign, publicOriginOf } from '../origin.ts'
import { pluginOfCall } from '../plugin-of-call.ts'
import { traceparentOf } from '../metrics/observed-calls.ts'
import { retryAfterOf } from '../rest/errors.ts'
import { JSON_TYPE } from '../rest/router.ts'
import { notesOf } from '../rest/wire.ts'
import { bearerOf, type Callers } from '../session.ts'

const LONGEST_BATCH = 30
/**
 * Per batch: thirty calls in one request get no more of the server than other requests. Commands run in order: one may
 * end the rights of its caller.
 */
const AT_ONCE = { query: 4, mutation: 1 } as const

interface Call {
  readonly path: string
  readonly input: unknown
}
/** The request a call of a batch belongs to. */
interface Place {
  readonly ctx: Caller
  readonly index: number
  readonly traceparent: string
}
interface Answer {
  readonly status: number
  /** JSON. */
  readonly body: string
}

/**
 * Implements tRPC's HTTP protocol (single calls and batches, JSON) below `/trpc/`. The package's own adapter builds web
 * requests and streams for every call, which takes four times as long as the call itself.
 */
export function serveTrpc(
  app: FastifyInstance,
  application: Application,
  router: AnyTRPCRouter,
  callers: Callers,
): void {
  const { health, log } = application.product.services
  const publicOrigin = publicOriginOf(application.config)
  const config = router._def._config
  const writers = writersOf(application.operations)

  /** An unknown path is user input. */
  async function observed(call: Call, type: 'query' | 'mutation', { ctx, index, traceparent }: Place): Promise<Answer> {
    const begun = performance.now()
    const answer = await answered(call, type, ctx, index)
    const operation = writers.has(call.path) ? call.path : 'unknown'
    const { requestId } = ctx.session
    health.note({ operation, status: answer.status, ms: performance.now() - begun, requestId, traceparent })
    return answer
  }

  async function answered(
    { path, input }: Call,
    type: 'query' | 'mutation',
    ctx: Caller,
    batchIndex: number,
  ): Promise<Answer> {
    try {
      const getRawInput = async () => input
      const data: unknown = await callTRPCProcedure({
        router,
        path,
        getRawInput,
        ctx,
        type,
        signal: undefined,
        batchIndex,
      })
      const text = writers.get(path)?.(data, '')
      return { status: 200, body: `{"result":{${text === undefined ? '' : `"data":${text}`}}}` }
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(cause)
      if (error.code === 'INTERNAL_SERVER_ERROR')
        log.error('a call failed', error.cause ?? error, {
          ...{ requestId: ctx.session.requestId, path },
          ...pluginOfCall(application.plugins, { operation: path }),
        })
      const shape: unknown = getTRPCErrorShape({ config, error, type, path, input, ctx })
      return { status: getHTTPStatusCodeFromError(error), body: JSON.stringify({ error: shape }) }
    }
  }

  /** Whoever is left after the commands before, in the browser that they have written to. */
  async function callerNow({ session }: Caller, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    try {
      const { actor } = await callers.of(request, reply)
      return { actor, session }
    } catch (error) {
      if (!isRefusal(error)) throw error
      return { actor: { kind: 'visitor' }, session }
    }
  }

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const type = request.method === 'POST' ? 'mutation' : 'query'
    if (type === 'mutation') {
      // Forms of other websites cannot send JSON (threats T4).
      if (!request.headers['content-type']?.startsWith('application/json')) throw new DomainError('unsupportedBody')
      if (bearerOf(request) === null) assertNotForeign(request, publicOrigin)
    }
    const { calls, isBatch } = callsOf(request)
    const caller = await callers.of(request, reply)
    request.observedAs = null
    const traceparent = traceparentOf(request)
    const answers = await fewAtOnce(calls, AT_ONCE[type], async (call, index) => {
      const ctx = type === 'mutation' && index > 0 ? await callerNow(caller, request, reply) : caller
      return observed(call, type, { ctx, index, traceparent })
    })
    const [first] = answers
    if (!first) throw new DomainError('invalidInput', { field: 'path' })
    const retryAfter = answers.some((answer) => answer.status === 503) ? retryAfterOf('busy') : null
    if (retryAfter !== null) reply.header('retry-after', retryAfter)
    const status = answers.every((answer) => answer.status === first.status) ? first.status : 207
    const body = isBatch ? `[${answers.map((answer) => answer.body).join()}]` : first.body
    if (app.siteBuild !== '') reply.header('x-site-build', app.siteBuild)
    return reply.code(status).header('content-type', JSON_TYPE).send(body)
  }

  app.route({ method: ['GET', 'POST'], url: '/trpc/*', handler: serve })
}

/** The number of calls in a request to this address; 1 if it is not a batch. */
export function callsAt(url: string): number {
  if (!url.startsWith('/trpc/')) return 1
  const [path = ''] = url.split('?')
  return path.split(/,|%2c/i).length
}

/** Runs them in order, so many at a time, and returns each result at its index. */
async function fewAtOnce<T, R>(
  things: readonly T[],
  atOnce: number,
  work: (thing: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const rest = things.entries()
  const worker = async (): Promise<void> => {
    for (const [index, thing] of rest) results[index] = await work(thing, index)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

/** By path; answers are unchanged, except for fields that only programs need: a browser has its token as a cookie. */
function writersOf(operations: OperationTable): ReadonlyMap<string, Writer> {
  const showing = { nameOf: (key: string) => key, shownBy: withoutFieldsForPrograms }
  return new Map(
    Object.entries(operations).flatMap(([group, members]) =>
      Object.entries(members).map(([name, { output }]) => [`${group}.${name}`, writerOf(output, showing)] as const),
    ),
  )
}

function withoutFieldsForPrograms(schema: z.ZodType): (value: unknown) => unknown {
  const { shape = {} } = schema.def as { readonly shape?: Readonly<Record<string, z.ZodType>> }
  const hidden = Object.entries(shape).flatMap(([key, field]) => (notesOf(field).forPrograms ? key : []))
  if (hidden.length === 0) return (value) => value
  return (value) => ({ ...(value as object), ...Object.fromEntries(hidden.map((key) => [key, undefined])) })
}

function callsOf(request: FastifyRequest): { readonly calls: readonly Call[]; readonly isBatch: boolean } {
  const { batch, input: inputText } = request.query as { readonly batch?: unknown; readonly input?: unknown }
  const paths = ((request.params as { '*': string })['*'] ?? '').split(',')
  const isBatch = batch === '1'
  if (paths.length > LONGEST_BATCH || (paths.length > 1 && !isBatch))
    throw new DomainError('invalidInput', { field: 'path' })
  const input = request.method === 'POST' ? request.body : parsedInput(inputText)
  if (!isBatch) return { calls: paths.map((path) => ({ path, input })), isBatch }
  const inputs = (typeof input === 'object' && input !== null ? input : {}) as Readonly<Record<string, unknown>>
  return { calls: paths.map((path, index) => ({ path, input: inputs[String(index)] })), isBatch }
}

function parsedInput(text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new DomainError('invalidInput', { field: 'input' })
  }
}
