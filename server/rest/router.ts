import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireAudience } from '#core/audience.ts'
import { DomainError } from '#core/errors.ts'
import { perform, type Caller } from '#core/perform.ts'
import { plainStore } from '#core/plain-store.ts'
import type { Download, FileBody, Redirect, StreamedFile } from '#core/schema.ts'
import { writerOf, type Writer } from '../answer-text.ts'
import { allowOwnFrames } from '../headers.ts'
import type { Application } from '../application.ts'
import { siteUrlOf } from '../origin.ts'
import type { Callers } from '../session.ts'
import { bodyFields, queryFields } from './body.ts'
import { isPromised, restCalls, type RestCall } from './calls.ts'
import { dispositionOf, sendDownload, sendStream } from './download.ts'
import { namedOnRest } from './errors.ts'
import { putField, type Fields } from './fields.ts'
import { putIdsOfHere } from './former-fields.ts'
import { fileFieldsOf, Receiver } from './received.ts'
import { timeShower } from './time.ts'
import { encoderOf, wireName } from './wire.ts'
import { DONE_IN_WORDS, WORDS_TYPE } from './words-of-showdoc.ts'

/**
 * Answers `/api/{controller}/{action}` in any letter case (spec §7), and the same calls at ShowDoc's addresses, so that
 * existing scripts keep working (D83).
 */
export function serveRest(app: FastifyInstance, application: Application, callers: Callers): void {
  const showTime = timeShower(application.config.TIME_ZONE)
  const calls = new Map(
    [...restCalls(application.operations)].map(([path, call]) => [
      path,
      { ...call, write: writerFor(call, showTime), fileFields: fileFieldsOf(call.operation) },
    ]),
  )

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const path = addressOf(request)
    const call = calls.get(path)
    if (!call) throw isPromised(path) ? new DomainError('notAvailable') : new NoSuchCall()
    request.observedAs = call.operation.name ?? ''
    request.answersEditors = call.operation.rest?.answersEditors ?? false
    if (request.answersEditors) allowOwnFrames(reply)
    request.answersInWords = isOfShowDoc(request) && (call.operation.rest?.inWordsThere ?? false)
    const receiver = new Receiver(application.product.services.incoming, call.fileFields)
    try {
      return await answered(call, request, reply, receiver)
    } finally {
      await receiver.dropAll()
    }
  }

  async function answered(
    call: WritingCall,
    request: FastifyRequest,
    reply: FastifyReply,
    receiver: Receiver,
  ): Promise<unknown> {
    const isPost = request.method === 'POST'
    // Link checkers send HEAD, which must not use up one-time addresses.
    const mayChange = isPost || (request.method === 'GET' && call.operation.rest?.byAddress === true)
    if (!mayChange && call.operation.kind === 'command') throw new NoSuchCall()
    const fields = fieldsOf(request)
    let known: { readonly token: string | null; readonly caller: Caller } | null = null
    const callerWith = async (token: string | null): Promise<Caller> => {
      // The sender of a file is identified before it is received, once for all of its parts.
      if (known?.token !== token) {
        const caller = await (isPost ? callers.ofChange(request, reply, token) : callers.of(request, reply, token))
        known = { token, caller }
      }
      return known.caller
    }
    let token: string | null = null
    if (isPost) {
      const body = await bodyFields(request, receiver, async (soFar) => {
        const caller = await callerWith(tokenOf(soFar['user_token']))
        // The token may follow the file.
        if (caller.actor.kind !== 'user') return admitsProgram(call, soFar)
        await requireAudience(application.product, call.operation, caller)
        return true
      })
      // A token in the query string would be logged, so only one in the body counts (threats T3).
      token = tokenOf(body['user_token'])
      Object.assign(fields, body)
      // An upload may have taken days, in which rights were revoked (threats A4).
      known = null
    }
    const caller = await callerWith(token)
    if (isOfShowDoc(request)) await putIdsOfHere(application.product.database, fields)
    const input = call.decode(fields, { isUrlencoded: isOn(fields['is_urlencode']) })
    const { operation } = call
    const result: unknown = await perform(application.product, operation, caller, input).catch((error: unknown) => {
      throw namedOnRest(error, operation)
    })
    return send(request, reply, call, result)
  }

  /** Whether the fields of a visitor's form show that a program sends it. */
  async function admitsProgram({ operation, decode }: RestCall, soFar: Fields): Promise<boolean> {
    const { database, services } = application.product
    const sent = decode(soFar, { isUrlencoded: false })
    return (await operation.admitsFile?.({ store: plainStore(database), services }, sent)) ?? false
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { operation, write }: WritingCall,
    result: unknown,
  ): Promise<unknown> {
    if (isDownload(result)) {
      if (!(await sendDownload(request, reply, result))) throw new DomainError('notFound')
      return reply
    }
    if (isStreamed(result)) {
      await sendStream(request, reply, result)
      return reply
    }
    if (isFile(result)) return sendFile(reply, result)
    if (isRedirect(result)) return reply.redirect(result.redirectTo, 302)
    if (request.answersInWords) return reply.header('content-type', WORDS_TYPE).send(DONE_IN_WORDS)
    const text = write(result, siteUrlOf(request, application.config))
    const data = text === undefined || text === 'null' ? '{}' : text
    const envelope = `"error_code":0,"error_message":"","data":${data}`
    const body = operation.rest?.isBare
      ? text
      : `{${envelope}${operation.rest?.answersEditors ? editorFields(data) : ''}}`
    return reply.header('content-type', JSON_TYPE).send(body)
  }

  app.decorateRequest('answersEditors', false)
  app.decorateRequest('answersInWords', false)
  for (const url of ['/api/*', '/server/', '/server/index.php'])
    app.route({ method: ['GET', 'POST'], url, handler: answer })
}

interface WritingCall extends RestCall {
  readonly write: Writer
  /** File size limits, by field. */
  readonly fileFields: ReadonlyMap<string, number>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Refusals also have the fields that markdown editors read (D22). */
    answersEditors: boolean
    /** It is answered in words, see `RestNotes`. */
    answersInWords: boolean
  }
}

const editorFields = (data: string): string =>
  `,"success":1,"url":${JSON.stringify((JSON.parse(data) as { url?: string }).url ?? '')},"message":""`

const writerFor = ({ operation }: RestCall, showTime: (instant: Date) => string): Writer =>
  writerOf(operation.output, {
    nameOf: wireName,
    shownBy(schema) {
      const encode = encoderOf(schema)
      return (value, siteUrl) => encode(value, { showTime, siteUrl })
    },
  })

export const JSON_TYPE = 'application/json; charset=utf-8'

/** An unknown address below `/api/`; answered with HTTP status 404. */
export class NoSuchCall extends DomainError {
  constructor() {
    super('notFound')
  }
}

/** The path after `/api/`, including ShowDoc's form in the query, e.g. `?s=/api/page/info`. */
function addressOf(request: FastifyRequest): string {
  const { '*': path = routeIn(queryFields(request)['s']).path } = request.params as { readonly '*'?: string }
  return path.toLowerCase().replace(/\/+$/, '')
}

/** The fields of the query string, including those in ShowDoc's path, e.g. `?s=/api/page/info/page_id/3`. */
function fieldsOf(request: FastifyRequest): Fields {
  const fields = queryFields(request)
  if (!isOfShowDoc(request)) return fields
  const { named } = routeIn(fields['s'])
  for (let at = 0; at + 1 < named.length; at += 2) {
    const [name = '', value = ''] = named.slice(at, at + 2)
    if (!(name in fields)) putField(fields, name, value)
  }
  return fields
}

/** Whether an address of ShowDoc was used. */
const isOfShowDoc = ({ params }: FastifyRequest): boolean => !('*' in (params as object))

/** ShowDoc's form of a call: its name, then alternating names and values. */
function routeIn(route: unknown): { readonly path: string; readonly named: readonly string[] } {
  const [controller, action, ...named] =
    typeof route === 'string' ? (/^\/*api\/(.*)$/i.exec(route)?.[1] ?? '').split('/') : []
  return { path: [controller, action].filter((word) => word !== undefined).join('/'), named }
}

const isOn = (value: unknown): boolean => value === '1' || value === 1 || value === true || value === 'true'
const tokenOf = (value: unknown): string | null => {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string') throw new DomainError('loginRequired')
  return value
}

const isDownload = (result: unknown): result is Download =>
  typeof result === 'object' && result !== null && 'version' in result && 'read' in result
const isStreamed = (result: unknown): result is StreamedFile =>
  typeof result === 'object' && result !== null && 'content' in result && 'mediaType' in result
const isFile = (result: unknown): result is FileBody =>
  typeof result === 'object' && result !== null && 'bytes' in result
const isRedirect = (result: unknown): result is Redirect =>
  typeof result === 'object' && result !== null && 'redirectTo' in result

// Only pictures are displayed by the browser; the sandbox prevents scripts inside them (threats F3).
const SHOWN = /^image\/(png|jpeg|gif|webp|bmp|svg\+xml)$/
function sendFile(reply: FastifyReply, { name, mediaType, bytes }: FileBody): FastifyReply {
  return reply
    .header('content-type', mediaType)
    .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
    .header('content-disposition', dispositionOf({ name, isShown: SHOWN.test(mediaType) }))
    .send(Buffer.from(bytes))
}
