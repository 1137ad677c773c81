import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { LoginSite, sha256 } from './login-site.ts'

const KEY_ID = 'of this site'
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** How a provider differs from the others. Paths begin at the host. */
interface Shape {
  /** What people type, and what it calls itself. */
  readonly typed: string
  readonly issuer: string
  readonly authorize: string
  readonly token: string
  readonly userinfo: string
  readonly keys: string
  readonly configuration: object
  /** Whether it decodes what comes in the header (RFC 6749, 2.3.1). */
  readonly decodesHeader: boolean
  /** What is in the token beside the id, and what it says when asked. */
  readonly inToken: readonly string[]
  readonly inUserinfo: readonly string[]
  /** What it adds to the return of a browser. */
  returned(issuer: string): Readonly<Record<string, string>>
}

const ALL = ['preferred_username', 'name']
const METHODS = ['client_secret_post', 'private_key_jwt', 'client_secret_basic']
const TENANT = '/0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0'

/** As each of them answers by its documentation, Gitea by its source on github.com/go-gitea/gitea. */
export const SHAPES = {
  gitlab: {
    ...{ typed: '', issuer: '', authorize: '/oauth/authorize', token: '/oauth/token', userinfo: '/oauth/userinfo' },
    ...{ keys: '/oauth/discovery/keys', decodesHeader: false },
    configuration: {
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['plain', 'S256'],
    },
    // Its older versions tell the username in the second answer alone.
    ...{ inToken: ['name'], inUserinfo: ALL, returned: () => ({}) },
  },
  // Below a path: its issuer ends with a slash that nobody types, and it does not say how clients may show their secret.
  gitea: {
    ...{ typed: '/git', issuer: '/git/', authorize: '/git/login/oauth/authorize' },
    ...{ token: '/git/login/oauth/access_token', userinfo: '/git/login/oauth/userinfo', keys: '/git/login/oauth/keys' },
    configuration: { code_challenge_methods_supported: ['plain', 'S256'] },
    ...{ decodesHeader: false, inToken: ALL, inUserinfo: ALL, returned: () => ({}) },
  },
  keycloak: {
    ...{ typed: '/realms/company/', issuer: '/realms/company' },
    ...{
      authorize: '/realms/company/protocol/openid-connect/auth',
      token: '/realms/company/protocol/openid-connect/token',
    },
    userinfo: '/realms/company/protocol/openid-connect/userinfo',
    keys: '/realms/company/protocol/openid-connect/certs',
    configuration: {
      token_endpoint_auth_methods_supported: METHODS,
      authorization_response_iss_parameter_supported: true,
    },
    ...{ decodesHeader: true, inToken: ALL, inUserinfo: ALL },
    returned: (issuer) => ({ iss: issuer, session_state: 'of the session there' }),
  },
  // The second answer has no username, and the one of the token is an address.
  azure: {
    ...{ typed: `${TENANT}/v2.0`, issuer: `${TENANT}/v2.0`, authorize: `${TENANT}/oauth2/v2.0/authorize` },
    ...{ token: `${TENANT}/oauth2/v2.0/token`, userinfo: '/oidc/userinfo', keys: `${TENANT}/discovery/v2.0/keys` },
    configuration: { token_endpoint_auth_methods_supported: METHODS },
    ...{ decodesHeader: true, inToken: ALL, inUserinfo: ['name'] },
    returned: () => ({ session_state: 'of the session there' }),
  },
} satisfies Readonly<Record<string, Shape>>

interface Asked {
  readonly callback: string
  readonly challenge: string
  readonly nonce: string
}

/** A provider of OpenID Connect that answers, and refuses, as the one it is shaped after. */
export class OpenIdSite extends LoginSite {
  readonly client = { id: randomUUID(), secret: 'gto_of_the-application' } as const
  readonly #shape: Shape
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  readonly #codes = new Map<string, Asked>()
  readonly #tokens = new Set<string>()
  readonly #callbacks: ReadonlySet<string>
  person: Readonly<Record<'sub' | 'preferred_username' | 'name', string>> = {
    sub: '',
    preferred_username: '',
    name: '',
  }

  /** @param callbacks the addresses that its application has */
  constructor(shape: Shape, callbacks: readonly string[]) {
    super()
    this.#shape = shape
    this.#callbacks = new Set(callbacks)
  }

  /** As people copy it from their browser. */
  get typedIssuer(): string {
    return this.#at(this.#shape.typed)
  }
  get #issuer(): string {
    return this.#at(this.#shape.issuer)
  }
  #at(path: string): string {
    return `http://${this.host}${path}`
  }

  protected override async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { authorize, token, userinfo, keys, issuer, inUserinfo } = this.#shape
    const { pathname, searchParams } = new URL(request.url ?? '', this.#at(''))
    const { authorization = '' } = request.headers
    if (pathname === authorize) return this.#authorize(searchParams, response)
    if (pathname === token) return this.#exchange(new URLSearchParams(await text(request)), authorization, response)
    if (pathname === userinfo && this.#tokens.has(authorization.replace(/^bearer /i, '')))
      return sendJson(response, 200, this.#said(inUserinfo))
    if (pathname === keys) {
      const key = this.#keys.publicKey.export({ format: 'jwk' })
      return sendJson(response, 200, { keys: [{ ...key, kid: KEY_ID, use: 'sig', alg: 'RS256' }] })
    }
    if (pathname === `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
      return sendJson(response, 200, this.#configuration())
    response.writeHead(404).end()
  }

  #configuration(): object {
    const { authorize, token, userinfo, keys, configuration } = this.#shape
    return {
      issuer: this.#issuer,
      authorization_endpoint: this.#at(authorize),
      token_endpoint: this.#at(token),
      userinfo_endpoint: this.#at(userinfo),
      jwks_uri: this.#at(keys),
      response_types_supported: ['code', 'id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'profile', 'email'],
      ...configuration,
    }
  }

  #authorize(query: URLSearchParams, response: ServerResponse): void {
    const callback = query.get('redirect_uri') ?? ''
    if (query.get('client_id') !== this.client.id) return void response.writeHead(400).end('unknown client')
    if (!this.#callbacks.has(callback)) return void response.writeHead(400).end('unregistered redirect URI')
    if (!query.get('scope')?.split(' ').includes('openid')) return void response.writeHead(400).end('no openid')
    const code = randomUUID()
    const [challenge, nonce] = [query.get('code_challenge') ?? '', query.get('nonce') ?? '']
    this.#codes.set(code, { callback, challenge, nonce })
    const back = new URL(callback)
    const added = { code, state: query.get('state') ?? '', ...this.#shape.returned(this.#issuer) }
    for (const [name, value] of Object.entries(added)) back.searchParams.set(name, value)
    response.writeHead(302, { location: back.href }).end()
  }

  #exchange(body: URLSearchParams, authorization: string, response: ServerResponse): void {
    const [, credentials = ''] = /^basic (.+)$/i.exec(authorization) ?? []
    const inHeader = Buffer.from(credentials, 'base64').toString().split(':')
    const [id = '', secret = ''] = this.#shape.decodesHeader ? inHeader.map(decodeURIComponent) : inHeader
    const isClient =
      (body.get('client_id') ?? id) === this.client.id && (body.get('client_secret') ?? secret) === this.client.secret
    if (!isClient) return sendJson(response, 401, { error: 'invalid_client', error_description: 'unknown client' })
    const asked = this.#codes.get(body.get('code') ?? '')
    this.#codes.delete(body.get('code') ?? '')
    const isRight =
      asked?.callback === body.get('redirect_uri') && asked?.challenge === sha256(body.get('code_verifier') ?? '')
    if (!asked || !isRight) return sendJson(response, 400, { error: 'invalid_grant' })
    const accessToken = randomUUID()
    this.#tokens.add(accessToken)
    const token = { access_token: accessToken, token_type: 'Bearer', expires_in: 3600 }
    sendJson(response, 200, { ...token, id_token: this.#idToken(asked.nonce) })
  }

  #idToken(nonce: string): string {
    const now = Math.floor(Date.now() / 1_000)
    const facts = { iss: this.#issuer, aud: this.client.id, iat: now, exp: now + 3600, nonce }
    const claims = { ...facts, ...this.#said(this.#shape.inToken) }
    const content = `${encoded({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })}.${encoded(claims)}`
    return `${content}.${sign('sha256', Buffer.from(content), this.#keys.privateKey).toString('base64url')}`
  }

  #said(names: readonly string[]): object {
    return Object.fromEntries(Object.entries(this.person).filter(([name]) => name === 'sub' || names.includes(name)))
  }
}

const sendJson = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json;charset=utf-8' }).end(JSON.stringify(body))
