import { setTimeout } from 'node:timers/promises'
import { readAsProgram, type Context, type HandlerContext, type Program } from '#core/plugin.ts'
import { drawOf } from './draw.ts'
import { ErrorTurns } from './error-turns.ts'
import { exactJson } from './exact-json.ts'
import type { Draw } from './words.ts'
import { askedOf, type Asked } from './asked.ts'
import { chosenRule, rulesFor } from './chosen-rule.ts'
import type { MockAnswer, MockCase } from './mock-rule.ts'
import { templateOf, TooMuch, type Template } from './template.ts'

const BODY_BYTES = 100_000
/** Limit of delayed answers; further requests are told to retry. */
const MOST_WAITING = 200

/** A program with the key of a page can read in its item; null without a valid key. */
export async function readerByKey(request: Request, ctx: HandlerContext): Promise<Program | null> {
  const asked = askedOf(new URL(request.url))
  if (!asked || asked.key === '') return null
  const { key } = asked
  const { itemId: itemHere, list } = await rulesFor(asked, ctx)
  const ofPage = { itemId: itemHere, scopes: ['read'], onBehalfOf: null } as const
  return readAsProgram(
    ctx,
    key,
    list.map(({ data }) => ({ ...ofPage, secret: data.uniqueKey })),
  )
}

/**
 * Answers like the future API of a page (D32): for an open item to everybody and to scripts of any site, for a private
 * one to readers of the page or with the page's key. An inaccessible item is indistinguishable from an unused path.
 * ShowDoc's addresses of keys are answered for mocks that came from there.
 */
export async function answerMock(request: Request, ctx: Context): Promise<Response> {
  const asked = askedOf(new URL(request.url))
  const found = asked && (await chosenRule(asked, request.method, ctx))
  if (!asked || !found) return asked && !asked.place ? noSuchKey() : told(404, 'no such path')
  const shared = found.isOpen ? sharedHeaders(request) : {}
  if (request.method === 'OPTIONS' && found.isOpen) return new Response(null, { status: 204, headers: shared })
  const { data: rule } = found.document
  const body = rule.cases.some((each) => each.in === 'body') ? await bodyOf(request) : ''
  const chosen = rule.cases.find((each) => fits(each, asked, request, body)) ?? rule.answer
  if (chosen.delayMs > 0 && !(await waited(chosen.delayMs, request.signal)))
    return told(503, 'too many answers are being kept back; try again', shared)
  // The same request gets the same values, until the rule is saved again.
  const seed = `${found.document.at.getTime()} ${request.method} ${asked.place?.path ?? rule.path}?${asked.query} ${body}`
  if (errorTurns.isError(rule.errorRate, `${found.document.pageId} ${seed}`))
    return told(500, 'an error as ordered', shared)
  return made(chosen, await drawOf(seed, ctx.session.language, ctx.services.clock.now()), shared)
}

const errorTurns = new ErrorTurns()

/** For scripts of other sites, which may read public answers. */
function sharedHeaders({ headers }: Request): Readonly<Record<string, string>> {
  const wanted = headers.get('access-control-request-headers')
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-expose-headers': '*',
    'access-control-max-age': '600',
    ...(wanted !== null && { 'access-control-allow-headers': wanted }),
  }
}

/** The request body, up to the size cases may match; a longer body matches no case. */
async function bodyOf({ body }: Request): Promise<string> {
  if (!body) return ''
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > BODY_BYTES) return ''
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

function fits(wanted: MockCase, { query }: Asked, { headers }: Request, body: string): boolean {
  const { name, equals } = wanted
  if (wanted.in === 'query') return query.getAll(name).includes(equals)
  if (wanted.in === 'header') return isHeaderName(name) && headers.get(name) === equals
  return fieldOf(body, name) === equals
}
const isHeaderName = (name: string): boolean => /^[\w-]+$/.test(name)

/** A field of a JSON object or a form, as text; undefined when missing. */
function fieldOf(body: string, name: string): string | undefined {
  try {
    const fields = JSON.parse(body) as unknown
    if (typeof fields !== 'object' || fields === null || !Object.hasOwn(fields, name)) return undefined
    const value = (fields as Readonly<Record<string, unknown>>)[name]
    return typeof value === 'string' ? value : JSON.stringify(value)
  } catch {
    return new URLSearchParams(body).get(name) ?? undefined
  }
}

let waiting = 0
/** @returns false when too many are waiting already */
async function waited(delayMs: number, signal: AbortSignal): Promise<boolean> {
  if (waiting >= MOST_WAITING) return false
  waiting += 1
  try {
    await setTimeout(delayMs, undefined, { signal })
  } catch {
    // The client is gone.
  } finally {
    waiting -= 1
  }
  return true
}

function made(
  { template, status, headers }: MockAnswer,
  draw: Draw,
  shared: Readonly<Record<string, string>>,
): Response {
  try {
    const text = parsed(template).answer(draw)
    const isBodiless = status === 204 || status === 205
    return new Response(isBodiless ? null : text, {
      status,
      headers: {
        ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
        ...{ ...JSON_ALONE, ...shared },
        ...(!isBodiless && { 'content-length': String(Buffer.byteLength(text)) }),
      },
    })
  } catch (error) {
    if (error instanceof TooMuch) return told(400, 'the template makes more than an answer may hold', shared)
    throw error
  }
}
/** How a browser treats the address when opened: display only (threats P4). */
const JSON_ALONE = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
} as const

const told = (status: number, text: string, shared: Readonly<Record<string, string>> = {}): Response =>
  new Response(text, { status, headers: { ...JSON_ALONE, 'content-type': 'text/plain; charset=utf-8', ...shared } })

/** The number is that of ShowDoc. */
const noSuchKey = (): Response =>
  Response.json({ error_code: 10101, error_message: 'no such key', data: {} }, { status: 404, headers: JSON_ALONE })

const KEPT_TEMPLATES = 200
const templates = new Map<string, Template>()
/** Cache of the most recently used templates. */
function parsed(text: string): Template {
  const template = templates.get(text) ?? templateOf(exactJson(text))
  // A map keeps insertion order.
  templates.delete(text)
  const [oldest] = templates.keys()
  if (templates.size >= KEPT_TEMPLATES && oldest !== undefined) templates.delete(oldest)
  templates.set(text, template)
  return template
}
