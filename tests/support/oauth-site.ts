import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { LoginSite, sha256 } from './login-site.ts'

/** A site with OAuth 2 (RFC 6749, 7636), which returns the person in any format. */
export class OauthSite extends LoginSite {
  readonly client = { id: 'octavo', secret: 'of the client' } as const
  readonly #codes = new Map<string, { readonly challenge: string; readonly callback: string }>()
  readonly #tokens = new Set<string>()
  /** The data of the person at the browser. */
  person: unknown = null
  /** How requests for the person behave. */
  state: 'works' | 'hangs' | 'floods' | 'gives rubbish' | 'redirects' = 'works'
  /** The requested paths. */
  readonly asked: string[] = []
  /** The request bodies for exchanging codes. */
  readonly exchanges: URLSearchParams[] = []

  protected override async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', `http://${this.host}`)
    this.asked.push(pathname)
    if (pathname === '/oauth/authorize') return this.#authorize(searchParams, response)
    if (pathname === '/oauth/token') return this.#exchange(new URLSearchParams(await text(request)), response)
    if (pathname === '/me') return this.#tell(request, response)
    response.writeHead(404).end()
  }

  #authorize(query: URLSearchParams, response: ServerResponse): void {
    const callback = query.get('redirect_uri') ?? ''
    const code = randomUUID()
    this.#codes.set(code, { challenge: query.get('code_challenge') ?? '', callback })
    const back = new URL(callback)
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    response.writeHead(302, { location: back.href }).end()
  }

  #exchange(body: URLSearchParams, response: ServerResponse): void {
    this.exchanges.push(body)
    const code = body.get('code') ?? ''
    const known = this.#codes.get(code)
    this.#codes.delete(code)
    const isRight =
      known?.challenge === sha256(body.get('code_verifier') ?? '') &&
      known.callback === body.get('redirect_uri') &&
      body.get('client_secret') === this.client.secret
    if (!isRight) return void sendJson(response, 400, { error: 'invalid_grant' })
    const token = randomUUID()
    this.#tokens.add(token)
    sendJson(response, 200, { access_token: token, token_type: 'bearer', id_token: 'of nobody we know' })
  }

  #tell({ headers }: IncomingMessage, response: ServerResponse): void {
    if (!this.#tokens.has((headers.authorization ?? '').replace(/^bearer /i, '')))
      return void response.writeHead(401).end()
    if (this.state === 'hangs') return
    if (this.state === 'gives rubbish') return void response.writeHead(200).end('<html>')
    if (this.state === 'redirects') return void response.writeHead(302, { location: '/elsewhere' }).end()
    if (this.state === 'floods') return void response.writeHead(200).end('x'.repeat(3 * 1024 * 1024))
    sendJson(response, 200, this.person)
  }
}

const sendJson = (response: ServerResponse, status: number, body: unknown): unknown =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
