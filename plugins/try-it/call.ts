import type { ApiDocument, Parameter, RequestBody } from '#plugins/api-document/api.ts'
import type { FrameCall } from './frame-script.ts'

/** A row of a form, which is sent while it is enabled. */
export interface SentRow {
  readonly name: string
  readonly value: string
  readonly isOn: boolean
}
/** A call to be made. */
export interface DraftCall {
  readonly method: string
  readonly url: string
  readonly path: readonly SentRow[]
  readonly query: readonly SentRow[]
  readonly headers: readonly SentRow[]
  readonly mode: RequestBody['mode']
  /** For a form. */
  readonly form: readonly SentRow[]
  /** For every other body. */
  readonly text: string
  readonly auth: Auth
}
export interface Auth {
  readonly type: 'none' | 'bearer' | 'basic' | 'apiKey'
  /** The token, the username, or the name of the key. */
  readonly name: string
  /** The password, or the key. */
  readonly secret: string
  readonly place: 'header' | 'query'
}
export const NO_AUTH: Auth = { type: 'none', name: '', secret: '', place: 'header' }

/** The call of an API document, with its examples. */
export function draftOf({ method, url, pathVariables, query, headers, body }: ApiDocument): DraftCall {
  const isForm = body.mode === 'formdata' || body.mode === 'urlencoded'
  return {
    method: method === '' ? 'GET' : method,
    url,
    ...{ path: pathVariables.map(rowOf), query: query.map(rowOf), headers: headers.map(rowOf) },
    mode: body.mode,
    form: isForm ? body.parameters.filter(({ type }) => !FILE.test(type)).map(rowOf) : [],
    text: body.example,
    auth: NO_AUTH,
  }
}

const FILE = /^\s*(?:file|文件)/i
const rowOf = ({ name, value, isOff, isRequired }: Parameter): SentRow => ({
  ...{ name, value, isOn: !isOff && (isRequired || value !== '') },
})

export type CallProblem =
  | { readonly problem: 'address' | 'method' }
  /** Variables missing in the environment. */
  | { readonly problem: 'variables'; readonly names: readonly string[] }

/** The final call, and whether it contains values of the environment. */
export interface ReadyCall {
  readonly call: FrameCall
  /** E.g. `api.example.org:8080`; `http://api.example.org` without TLS. */
  readonly host: string
  readonly usesVariables: boolean
}

const VARIABLE = /\{\{([^{}]+)\}\}/g

/** @param variables values by name, replacing `{{name}}` everywhere */
export function readyCall(draft: DraftCall, variables: ReadonlyMap<string, string>): ReadyCall | CallProblem {
  const missing = new Set<string>()
  let usesVariables = false
  const filled = (text: string): string =>
    text.replaceAll(VARIABLE, (whole, spaced: string) => {
      const name = spaced.trim()
      if (name === '') return whole
      const value = variables.get(name)
      if (value === undefined) missing.add(name)
      else usesVariables = true
      return value ?? whole
    })
  const auth = authRows(draft.auth, filled)
  const headers = [...sent(draft.headers, filled), ...auth.headers]
  const body = bodyOf(draft, filled)
  const query = [...sent(draft.query, filled), ...auth.query]
  const address = addressOf(withPath(draft, filled), query)
  if (missing.size > 0) return { problem: 'variables', names: [...missing] }
  if (address === null) return { problem: 'address' }
  if (!/^[A-Za-z-]{1,20}$/.test(draft.method)) return { problem: 'method' }
  const method = draft.method.toUpperCase()
  const isBodiless = method === 'GET' || method === 'HEAD'
  const call = { method, url: address.href, headers: withType(headers, draft), body: isBodiless ? null : body }
  return { call, host: address.protocol === 'https:' ? address.host : address.origin, usesVariables }
}

type Pair = readonly [name: string, value: string]
const sent = (rows: readonly SentRow[], filled: (text: string) => string): readonly Pair[] =>
  rows
    .filter(({ isOn, name }) => isOn && name !== '')
    .map(({ name, value }): Pair => [filled(name).trim(), filled(value)])

function withPath({ url, path }: DraftCall, filled: (text: string) => string): string {
  const values = new Map(path.filter(({ isOn }) => isOn).map(({ name, value }) => [name, value] as const))
  const replaced = url
    .trim()
    .replaceAll(/(?<!\{)\{([^{}/]+)\}(?!\})|(?<=\/):([\p{L}\p{N}_-]+)/gu, (whole, one?: string, other?: string) => {
      const value = values.get(one ?? other ?? '')
      return value === undefined || value === '' ? whole : encodeURIComponent(filled(value))
    })
  return filled(replaced)
}

/** Null when it is not an HTTP address. */
function addressOf(text: string, query: readonly Pair[]): URL | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null
  const address = new URL(text)
  // Browsers reject a username and password in an address, and they would appear in address histories.
  if (address.username !== '' || address.password !== '' || address.host === '') return null
  for (const [name, value] of query) address.searchParams.append(name, value)
  address.hash = ''
  return address
}

function authRows(
  { type, name, secret, place }: Auth,
  filled: (text: string) => string,
): { readonly headers: readonly Pair[]; readonly query: readonly Pair[] } {
  if (type === 'bearer') return { headers: [['Authorization', `Bearer ${filled(secret)}`]], query: [] }
  if (type === 'basic') {
    const bytes = new TextEncoder().encode(`${filled(name)}:${filled(secret)}`)
    const encoded = btoa(String.fromCodePoint(...bytes))
    return { headers: [['Authorization', `Basic ${encoded}`]], query: [] }
  }
  if (type === 'apiKey' && name !== '') {
    const pair: Pair = [filled(name), filled(secret)]
    return place === 'query' ? { headers: [], query: [pair] } : { headers: [pair], query: [] }
  }
  return { headers: [], query: [] }
}

function bodyOf({ mode, form, text }: DraftCall, filled: (text: string) => string): FrameCall['body'] {
  if (mode === 'none') return null
  if (mode === 'formdata') return sent(form, filled)
  if (mode === 'urlencoded')
    return new URLSearchParams(sent(form, filled).map(([name, value]) => [name, value])).toString()
  return filled(text)
}

const TYPES: Readonly<Partial<Record<RequestBody['mode'], string>>> = {
  json: 'application/json',
  urlencoded: 'application/x-www-form-urlencoded',
}

/** Each header once, the last one wins: the auth helper is the most recent choice. */
function withType(headers: readonly Pair[], { mode, method }: DraftCall): readonly Pair[] {
  const known = new Map(headers.map((pair) => [pair[0].toLowerCase(), pair] as const))
  const type = TYPES[mode]
  const hasBody = method.toUpperCase() !== 'GET' && method.toUpperCase() !== 'HEAD'
  if (type !== undefined && hasBody && !known.has('content-type')) known.set('content-type', ['Content-Type', type])
  // Only the browser knows the multipart boundary.
  if (mode === 'formdata') known.delete('content-type')
  return [...known.values()]
}
