import http, { type IncomingMessage, type OutgoingHttpHeaders, type RequestOptions } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import {
  OUTBOUND_BYTES,
  type Outbound,
  type OutboundAnswer,
  type OutboundCall,
  type OutboundFailure,
} from '#core/ports/outbound.ts'
import { plainAddress } from './addresses.ts'
import { NameLookups, systemResolver, type Resolver } from './name-lookups.ts'
import { mayLieAt, naming, type RelayHost } from './relay-hosts.ts'

/** Of all callers together. */
const MOST_AT_ONCE = 50
/** They control how, where or by whom a message is sent: callers cannot choose them. */
const NOT_CHOSEN: ReadonlySet<string> = new Set([
  ...['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'upgrade', 'te', 'trailer', 'expect'],
  ...['accept-encoding', 'proxy-authorization', 'proxy-connection', 'http2-settings'],
])

/**
 * Calls allowed hosts. A name is resolved once, and the connection goes to the verified address: with a second lookup,
 * its owner could redirect it to a machine of this network.
 */
export class NamedHosts implements Outbound {
  readonly #hosts: readonly RelayHost[]
  readonly #lookups: NameLookups
  #underWay = 0

  constructor(hosts: readonly RelayHost[], resolve: Resolver = systemResolver) {
    this.#hosts = hosts
    this.#lookups = new NameLookups(resolve)
  }

  admits(url: URL): boolean {
    return this.#naming(url).length > 0
  }

  async call(call: OutboundCall, ended: AbortSignal): Promise<OutboundAnswer | { readonly failure: OutboundFailure }> {
    const named = this.#naming(call.url)
    if (named.length === 0) return { failure: 'notNamed' }
    if (!isSendable(call)) return { failure: 'refused' }
    if (this.#underWay >= MOST_AT_ONCE) return { failure: 'busy' }
    this.#underWay += 1
    try {
      const addresses = await this.#addressesOf(call.url.hostname, ended)
      const open = addresses.filter((address) => mayLieAt(named, address))
      if (open.length === 0) return { failure: addresses.length === 0 ? 'silent' : 'closed' }
      return await answered(call, open, ended)
    } catch {
      // Details of the failure would reveal the network here.
      return { failure: ended.aborted ? 'late' : 'silent' }
    } finally {
      this.#underWay -= 1
    }
  }

  #naming(url: URL): readonly RelayHost[] {
    const isHttp = url.protocol === 'http:' || url.protocol === 'https:'
    return isHttp && url.username === '' && url.password === '' ? naming(this.#hosts, url) : []
  }

  async #addressesOf(hostname: string, ended: AbortSignal): Promise<readonly string[]> {
    const bare = hostname.replace(/^\[(.*)\]$/, '$1')
    const texts = plainAddress(bare) === null ? await this.#lookups.addressesOf(bare, ended) : [bare]
    return texts.flatMap((text) => plainAddress(text) ?? [])
  }
}

const isSendable = ({ method, headers, body }: OutboundCall): boolean =>
  /^[A-Z][A-Z-]{0,19}$/.test(method) &&
  method !== 'CONNECT' &&
  method !== 'TRACE' &&
  (body === null || body.length <= OUTBOUND_BYTES) &&
  headers.every(([name, value]) => IS_NAME.test(name) && IS_VALUE.test(value))

const IS_NAME = /^[\w!#$%&'*+.^`|~-]+$/
const IS_VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/

function answered(
  { method, url, headers, body }: OutboundCall,
  addresses: readonly string[],
  ended: AbortSignal,
): Promise<OutboundAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>()
  const options: RequestOptions = {
    method,
    lookup: onlyAt(addresses),
    headers: headersOf(headers, body),
    // A separate agent, so that no connection is shared with another caller, and no proxy of the environment is used.
    agent: false,
    signal: ended,
    insecureHTTPParser: false,
  }
  // An address in place of a name needs no lookup: it was verified as it is.
  const request = url.protocol === 'https:' ? https.request(url, options) : http.request(url, options)
  request.on('response', (response) => resolve(answerIn(response)))
  request.on('error', reject)
  request.on('upgrade', (_, socket) => {
    socket.destroy()
    reject(new Error('the server wants to speak something else'))
  })
  request.end(body ?? undefined)
  return promise
}

/** Each name once with all its values, without those that callers cannot choose, as in browsers. */
function headersOf(headers: OutboundCall['headers'], body: Uint8Array | null): OutgoingHttpHeaders {
  const values = new Map<string, string[]>()
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    if (!NOT_CHOSEN.has(key)) values.set(key, [...(values.get(key) ?? []), value])
  }
  if (body !== null) values.set('content-length', [String(body.length)])
  return Object.fromEntries(
    [...values].map(([name, [first = '', ...more]]) => [name, more.length > 0 ? [first, ...more] : first]),
  )
}

const onlyAt =
  (addresses: readonly string[]): LookupFunction =>
  (_, { all }, tell) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const [first] = found
    if (all) tell(null, found)
    else tell(null, first?.address ?? '', first?.family)
  }

async function answerIn(response: IncomingMessage): Promise<OutboundAnswer> {
  const { statusCode = 0, statusMessage = '', rawHeaders } = response
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response as AsyncIterable<Uint8Array>) {
    pieces.push(piece)
    bytes += piece.length
    // Leaving the loop closes the connection.
    if (bytes > OUTBOUND_BYTES) break
  }
  return {
    ...{ status: statusCode, statusText: statusMessage, isCut: bytes > OUTBOUND_BYTES },
    headers: pairsIn(rawHeaders),
    body: Buffer.concat(pieces).subarray(0, OUTBOUND_BYTES),
  }
}

const pairsIn = (flat: readonly string[]): readonly (readonly [string, string])[] =>
  flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ''] as const] : []))
