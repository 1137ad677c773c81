import { z } from 'zod'
import { boundedFetch } from '../bounded-fetch.ts'

/** A JSON object. */
const Answer = z.record(z.string(), z.unknown())
export type Answer = z.output<typeof Answer>

interface Call {
  readonly signal: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON by POST; a GET without it. */
  readonly body?: object
}

/**
 * Calls a JSON API, whatever the HTTP status: these sites report errors in the body.
 * @param what the purpose, for the error message: the address may contain secrets
 * @throws Error when there is no answer, or it is not a JSON object
 */
export async function jsonCall(url: URL, what: string, { signal, headers = {}, body }: Call): Promise<Answer> {
  const reply = await boundedFetch(signal)(url.href, {
    method: body ? 'POST' : 'GET',
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
    body: body ? JSON.stringify(body) : null,
    redirect: 'manual',
    signal,
  })
  const answer = Answer.safeParse(await reply.json().catch(() => null))
  if (!answer.success) throw new Error(`the other site gives nothing to be read as ${what} (status ${reply.status})`)
  return answer.data
}

/** A text field of the answer. @throws Error when it is missing */
export function textIn(answer: Answer, name: string, what: string): string {
  const text = answer[name]
  if (typeof text === 'string' && text !== '') return text
  throw new Error(`the other site gives no ${what}`)
}

/** The code in the browser's callback. @throws Error when it is missing */
export function codeIn(query: Readonly<Record<string, string>>, ...names: readonly string[]): string {
  const code = names.map((name) => query[name] ?? '').find((given) => given !== '')
  if (code === undefined) throw new Error('the other site sent no code')
  return code
}

/** The origin of a site; the usual one when no host is set. */
export function serverOf(
  { protocol, host }: { readonly protocol: string; readonly host: string },
  usual: string,
): string {
  return host === '' ? usual : `${protocol}://${host}`
}

/**
 * Error codes are told, as a number or a name; texts from other sites are not logged as ours.
 * @throws Error when there is one that is not 0; the documents of Feishu and Lark differ on whether that is a number
 */
export function requireZero(answer: Answer, name: string, what: string): void {
  const code = answer[name]
  if (code === undefined || code === 0 || code === '0') return
  const isTold = typeof code === 'number' || (typeof code === 'string' && NAME.test(code))
  const told = isTold ? JSON.stringify(code) : 'unreadable'
  throw new Error(`the other site refuses ${what} (${name} ${told})`)
}
const NAME = /^[\w.-]{1,100}$/
