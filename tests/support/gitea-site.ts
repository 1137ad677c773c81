import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { LoginSite, sha256 } from './login-site.ts'

const KEY_ID = 'of this Gitea'
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

interface Asked {
  readonly callback: string
  readonly challenge: string
  readonly nonce: string
}

/**
 * Gitea below a path, as its source on github.com/go-gitea/gitea answers: its issuer ends with a slash, it does not say how
 * clients may show their secret, and what comes in the header is compared without being decoded.
 */
export class GiteaSite extends LoginSite {
  readonly client = { id: randomUUID(), secret: 'gto_of_the_application' } as const
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  readonly #codes = new Map<string, Asked>()
  readonly #tokens = new Set<string>()
  readonly #callbacks: ReadonlySet<string>
  person = { sub: '', preferred_username: '', name: '' }

  /** @param callbacks the addresses that its application has */
  constructor(callbacks: readonly string[]) {
    super()
    this.#callbacks = new Set(callbacks)
  }

  /** As people copy it from their browser. */
  get typedIssuer(): string {
    return `http://${this.host}/git`
  }
  get #address(): string {
    return `${this.typedIssuer}/`
  }

  protected override async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.#address)
    const { authorization = '' } = request.headers
    if (pathname === '/git/login/oauth/authorize') return this.#authorize(searchParams, response)
    if (pathname === '/git/login/oauth/access_token')
      return this.#exchange(new URLSearchParams(await text(request)), authorization, response)
    if (pathname === '/git/login/oauth/userinfo' && this.#tokens.has(authorization.replace(/^bearer /i, '')))
      return sendJson(response, 200, this.person)
    if (pathname === '/git/login/oauth/keys') {
      const key = this.#keys.publicKey.export({ format: 'jwk' })
      return sendJson(response, 200, { keys: [{ ...key, kid: KEY_ID, use: 'sig', alg: 'RS256' }] })
    }
    if (pathname === '/git/.well-known/openid-configuration') return sendJson(response, 200, this.#configuration())
    response.writeHead(404).end()
  }

  #configuration(): object {
    const oauth = `${this.#address}login/oauth`
    return {
      issuer: this.#address,
      authorization_endpoint: `${oauth}/authorize`,
      token_endpoint: `${oauth}/access_token`,
      jwks_uri: `${oauth}/keys`,
      userinfo_endpoint: `${oauth}/userinfo`,
      introspection_endpoint: `${oauth}/introspect`,
      response_types_supported: ['code', 'id_token'],
      id_token_signing_alg_values_supported: ['RS256'],
      subject_types_supported: ['public'],
      scopes_supported: ['openid', 'profile', 'email', 'groups'],
      code_challenge_methods_supported: ['plain', 'S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
    }
  }

  #authorize(query: URLSearchParams, response: ServerResponse): void {
    const callback = query.get('redirect_uri') ?? ''
    if (query.get('client_id') !== this.client.id) return void response.writeHead(400).end('Client ID not registered')
    if (!this.#callbacks.has(callback)) return void response.writeHead(400).end('Unregistered Redirect URI')
    const code = randomUUID()
    const [challenge, nonce] = [query.get('code_challenge') ?? '', query.get('nonce') ?? '']
    this.#codes.set(code, { callback, challenge, nonce })
    const back = new URL(callback)
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    response.writeHead(302, { location: back.href }).end()
  }

  #exchange(body: URLSearchParams, authorization: string, response: ServerResponse): void {
    const [, credentials = ''] = /^basic (.+)$/i.exec(authorization) ?? []
    const [id = '', secret = ''] = Buffer.from(credentials, 'base64').toString().split(':')
    const isClient =
      (body.get('client_id') ?? id) === this.client.id && (body.get('client_secret') ?? secret) === this.client.secret
    if (!isClient) return sendJson(response, 400, { error: 'invalid_client', error_description: 'cannot load client' })
    const asked = this.#codes.get(body.get('code') ?? '')
    this.#codes.delete(body.get('code') ?? '')
    const isRight =
      asked?.callback === body.get('redirect_uri') && asked?.challenge === sha256(body.get('code_verifier') ?? '')
    if (!asked || !isRight) return sendJson(response, 400, { error: 'unauthorized_client' })
    const accessToken = randomUUID()
    this.#tokens.add(accessToken)
    const token = { access_token: accessToken, token_type: 'bearer', expires_in: 3600, refresh_token: 'unused' }
    sendJson(response, 200, { ...token, id_token: this.#idToken(asked.nonce) })
  }

  #idToken(nonce: string): string {
    const now = Math.floor(Date.now() / 1_000)
    const claims = { iss: this.#address, aud: this.client.id, iat: now, exp: now + 3600, nonce, ...this.person }
    const content = `${encoded({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })}.${encoded(claims)}`
    return `${content}.${sign('sha256', Buffer.from(content), this.#keys.privateKey).toString('base64url')}`
  }
}

const sendJson = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json;charset=utf-8' }).end(JSON.stringify(body))
