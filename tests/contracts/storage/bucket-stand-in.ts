import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A request whose signature was found right. */
export interface Asked {
  readonly what: 'put' | 'get' | 'delete'
  readonly key: string
  readonly body: Buffer
}
/** What a provider answers to a request that it does not do. */
export interface Refused {
  readonly status: number
  readonly code: string
  readonly message?: string
}
export interface Received {
  readonly method: string
  /** As it came, with its host. */
  readonly url: URL
  readonly request: IncomingMessage
  readonly body: Buffer
}

/** One provider as its documentation describes it. */
export interface Rules {
  /** Looks at the signature first. Null for a request that it answered by itself. */
  judged(received: Received, response: ServerResponse): Asked | Refused | null
  refuse(response: ServerResponse, refused: Refused): void
  /** What it answers to a file that it kept. */
  keep(response: ServerResponse, asked: Asked): void
  etagOf(body: Buffer): string
  /** What it says of a blob that it does not have, to each kind of call; null when a delete is done all the same. */
  missing(what: Asked['what']): Refused | null
  readonly deletedStatus: number
}

export interface StandIn {
  readonly port: number
  readonly blobs: Map<string, Buffer>
  /** Answers in the place of the provider from now on; null for the provider again. */
  fault: RequestListener | null
  /** How often it was asked. */
  asked: number
  close(): Promise<void>
}

/** A server that keeps blobs in memory by the rules of a provider. */
export async function standIn(rules: Rules): Promise<StandIn> {
  const blobs = new Map<string, Buffer>()
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`)
    const received = { method: request.method ?? '', url, request, body: await buffer(request) }
    const judged = rules.judged(received, response)
    if (judged === null) return
    if ('status' in judged) return rules.refuse(response, judged)
    serve(rules, blobs, judged, { request, response })
  }
  const server: Server = createServer((request, response) => {
    here.asked += 1
    if (here.fault) here.fault(request, response)
    else answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const here: StandIn = {
    port: (server.address() as AddressInfo).port,
    blobs,
    fault: null,
    asked: 0,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return here
}

function serve(
  rules: Rules,
  blobs: Map<string, Buffer>,
  asked: Asked,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): void {
  if (asked.what === 'put') {
    blobs.set(asked.key, asked.body)
    return rules.keep(response, asked)
  }
  const blob = blobs.get(asked.key)
  const refused = blob ? null : rules.missing(asked.what)
  if (refused) return rules.refuse(response, refused)
  if (asked.what === 'delete') {
    blobs.delete(asked.key)
    response.writeHead(rules.deletedStatus).end()
    return
  }
  const whole = blob ?? Buffer.alloc(0)
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const part = first === undefined ? whole : whole.subarray(Number(first), Number(last) + 1)
  response.writeHead(first === undefined ? 200 : 206, {
    etag: rules.etagOf(whole),
    'content-length': part.length,
    ...(first !== undefined && {
      'content-range': `bytes ${first}-${Number(first) + part.length - 1}/${whole.length}`,
    }),
  })
  response.end(part)
}

export const md5Of = (body: Buffer, encoding: 'hex' | 'base64'): string =>
  createHash('md5').update(body).digest(encoding)

/** The refusals of those that answer as S3 does. */
export const refuseInXml = (response: ServerResponse, { status, code, message = code }: Refused): void => {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`)
}
