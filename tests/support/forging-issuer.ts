import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { LoginSite, sha256 } from './login-site.ts'

type Claims = Readonly<Record<string, unknown>>

/** What makes a token differ from a right one. */
export interface Forgery {
  readonly payload?: Claims
  readonly header?: Claims
  /** The issuer's key; a key that only claims to be it; the client's secret, or the issuer's public key as one. */
  readonly signedWith?: 'own key' | 'other key' | 'client secret' | 'public key' | 'nothing'
  /** Claims that replace those that were signed. */
  readonly afterwards?: Claims
  /** The response of the token address has none. */
  readonly isMissing?: boolean
}

const KEY_ID = 'the key'
const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An OpenID Connect issuer that says and signs whatever a test wants it to (OpenID Connect Core, 3.1.3.7). */
export class ForgingIssuer extends LoginSite {
  readonly client = { id: 'octavo', secret: 'of the client, which is long' } as const
  readonly #own = newKeys()
  readonly #other = newKeys()
  readonly #codes = new Map<string, { readonly nonce: string; readonly challenge: string }>()
  /** The person at the browser, by the id in right tokens. */
  sub = ''
  forgery: Forgery = {}
  /** How it answers when a code is exchanged. */
  state: 'works' | 'hangs' | 'refuses' = 'works'
  /** The answer when asked about the person; null for the same `sub` and nothing else. */
  said: Claims | null = null

  get issuer(): string {
    return `http://${this.host}`
  }

  protected override async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.issuer)
    if (pathname === '/authorize') return this.#authorize(searchParams, response)
    if (pathname === '/token' && this.state === 'hangs') return
    if (pathname === '/token' && this.state === 'refuses') return void response.writeHead(503).end()
    if (pathname === '/token') return this.#exchange(new URLSearchParams(await text(request)), response)
    const answer = this.#answers[pathname]
    if (answer) sendJson(response, answer())
    else response.writeHead(404).end()
  }

  readonly #answers: Readonly<Record<string, () => object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      jwks_uri: `${this.issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    }),
    '/jwks': () => ({
      keys: [{ ...this.#own.publicKey.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' }],
    }),
    '/userinfo': () => this.said ?? { sub: this.sub },
  }

  #authorize(query: URLSearchParams, response: ServerResponse): void {
    const code = randomUUID()
    this.#codes.set(code, { nonce: query.get('nonce') ?? '', challenge: query.get('code_challenge') ?? '' })
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    response.writeHead(302, { location: back.href }).end()
  }

  #exchange(body: URLSearchParams, response: ServerResponse): void {
    const known = this.#codes.get(body.get('code') ?? '')
    this.#codes.delete(body.get('code') ?? '')
    if (known?.challenge !== sha256(body.get('code_verifier') ?? ''))
      return void response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}')
    const token = this.forgery.isMissing === true ? {} : { id_token: this.#token(known.nonce) }
    sendJson(response, { access_token: randomUUID(), token_type: 'Bearer', expires_in: 60, ...token })
  }

  #token(nonce: string): string {
    const { payload = {}, header = {}, afterwards, signedWith = 'own key' } = this.forgery
    const now = Math.floor(Date.now() / 1_000)
    const right = { iss: this.issuer, sub: this.sub, aud: this.client.id, nonce, iat: now, exp: now + 60 }
    // Claims that are undefined are left out.
    const claims = { ...right, ...payload }
    const head = encoded({ alg: 'RS256', kid: KEY_ID, ...header })
    const signature = this.#signature(`${head}.${encoded(claims)}`, signedWith)
    return `${head}.${encoded({ ...claims, ...afterwards })}.${signature.toString('base64url')}`
  }

  #signature(content: string, by: NonNullable<Forgery['signedWith']>): Buffer {
    if (by === 'nothing') return Buffer.alloc(0)
    if (by === 'client secret') return createHmac('sha256', this.client.secret).update(content).digest()
    const { publicKey, privateKey } = by === 'other key' ? this.#other : this.#own
    if (by !== 'public key') return sign('sha256', Buffer.from(content), privateKey)
    return createHmac('sha256', publicKey.export({ format: 'pem', type: 'spki' }))
      .update(content)
      .digest()
  }
}

const sendJson = (response: ServerResponse, body: object): unknown =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
