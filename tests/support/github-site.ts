import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { LoginSite, sha256 } from './login-site.ts'

/**
 * GitHub Enterprise, as documented on docs.github.com: it answers 200 with an `error` for a wrong code, and has
 * `/user/emails`.
 */
export class GithubSite extends LoginSite {
  readonly client = { id: 'Iv1.octavo', secret: 'of the application' } as const
  readonly #codes = new Map<string, string>()
  readonly #tokens = new Set<string>()
  person = { id: 0, login: '', name: '', email: null as string | null }
  emails: readonly { readonly email: string; readonly primary: boolean; readonly verified: boolean }[] = []

  protected override async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', `http://${this.host}`)
    if (pathname === '/login/oauth/authorize') {
      if (searchParams.get('client_id') !== this.client.id) return void response.writeHead(404).end()
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      const code = randomUUID()
      this.#codes.set(code, searchParams.get('code_challenge') ?? '')
      back.search = new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString()
      return void response.writeHead(302, { location: back.href }).end()
    }
    if (pathname === '/login/oauth/access_token') {
      const body = new URLSearchParams(await text(request))
      const challenge = this.#codes.get(body.get('code') ?? '')
      this.#codes.delete(body.get('code') ?? '')
      const isRight =
        body.get('client_id') === this.client.id &&
        challenge === sha256(body.get('code_verifier') ?? '') &&
        body.get('client_secret') === this.client.secret
      // It only returns JSON on request.
      if (!String(request.headers.accept).includes('json')) return void response.writeHead(200).end('access_token=form')
      if (!isRight) return sendJson(response, { error: 'bad_verification_code', error_description: 'wrong' })
      const token = randomUUID()
      this.#tokens.add(token)
      return sendJson(response, { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' })
    }
    if (pathname.startsWith('/api/') && !request.headers['user-agent'])
      return void response.writeHead(403).end('Request forbidden by administrative rules.')
    const token = (request.headers.authorization ?? '').replace(/^bearer /i, '')
    if (!this.#tokens.has(token)) return void response.writeHead(401).end()
    if (pathname === '/api/v3/user') return sendJson(response, this.person)
    if (pathname === '/api/v3/user/emails') return sendJson(response, this.emails)
    response.writeHead(404).end()
  }
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
