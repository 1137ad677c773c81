import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { LoginSite, sha256 } from './login-site.ts'

export interface Employee {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** The common part of the three: they redirect a browser back with a code that is valid once. */
abstract class CompanySite extends LoginSite {
  protected readonly codes = new Map<string, { readonly challenge: string; readonly callback: string }>()
  /** Whether the person there does not want to log in. */
  isDeclined = false
  /** The person at the browser there. */
  employee: Employee = { id: '', name: '', email: '' }
  /** The requested paths. */
  readonly asked: string[] = []
  /** The addresses its application has; null for any. */
  readonly #callbacks: ReadonlySet<string> | null

  constructor(callbacks: readonly string[] | null = null) {
    super()
    this.#callbacks = callbacks && new Set(callbacks)
  }

  get loginAddress(): string {
    return `http://${this.host}/login`
  }
  protected override async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', `http://${this.host}`)
    this.asked.push(url.pathname)
    if (url.pathname === '/login') return this.#login(url.searchParams, response)
    const isJson = request.headers['content-type']?.startsWith('application/json') ?? false
    // None of them reads a form.
    const body = request.method === 'POST' && isJson ? (JSON.parse(await text(request)) as Record<string, string>) : {}
    const answer = this.answer(url, body, request.headers as Record<string, string>)
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify(answer.body))
  }
  #login(query: URLSearchParams, response: ServerResponse): void {
    const callback = query.get('redirect_uri') ?? ''
    const isKnown = this.#callbacks?.has(callback) ?? true
    const problem = isKnown ? this.problemOf(query) : 'redirect_uri'
    if (problem !== null) return void response.writeHead(400).end(problem)
    const back = new URL(callback)
    back.searchParams.set('state', query.get('state') ?? '')
    if (this.isDeclined) this.decline(back)
    else {
      const code = randomUUID()
      this.codes.set(code, { challenge: query.get('code_challenge') ?? '', callback })
      back.searchParams.set(this.codeName, code)
    }
    response.writeHead(302, { location: back.href }).end()
  }
  /** @returns whether it was valid, after which it no longer is */
  protected takeCode(code: string): { readonly challenge: string; readonly callback: string } | null {
    const known = this.codes.get(code) ?? null
    this.codes.delete(code)
    return known
  }

  protected readonly codeName: string = 'code'
  protected decline(back: URL): void {
    back.searchParams.set('error', 'access_denied')
  }
  /** The problem with the address of a login; null for none. */
  protected abstract problemOf(query: URLSearchParams): string | null
  protected abstract answer(
    url: URL,
    body: Record<string, string>,
    headers: Record<string, string>,
  ): { readonly status?: number; readonly body: object }
}

/** WeCom, as documented on developer.work.weixin.qq.com: web login, gettoken, auth/getuserinfo and user/get. */
export class WecomSite extends CompanySite {
  readonly corpId = 'ww1a2b3c4d'
  readonly agentId = '1000002'
  readonly secret = 'of the application'
  readonly #tokens = new Set<string>()
  /** People outside the company only have an openid. */
  isMember = true

  /** It only leaves out the code. */
  protected override decline(): void {}
  protected problemOf(query: URLSearchParams): string | null {
    if (query.get('login_type') !== 'CorpApp') return 'login_type'
    // Of RFC 6749, which this is not.
    if (query.has('client_id') || query.has('code_challenge')) return 'unknown parameter'
    if (query.get('appid') !== this.corpId) return 'appid'
    return query.get('agentid') === this.agentId ? null : 'agentid'
  }
  /** Simulates expiry, or a reset of the secret. */
  forgetTokens(): void {
    this.#tokens.clear()
  }
  protected answer(url: URL) {
    const { pathname, searchParams } = url
    if (pathname === '/cgi-bin/gettoken') {
      const isRight = searchParams.get('corpid') === this.corpId && searchParams.get('corpsecret') === this.secret
      if (!isRight) return { body: { errcode: 40001, errmsg: 'invalid credential' } }
      const token = randomUUID()
      this.#tokens.add(token)
      return { body: { errcode: 0, errmsg: 'ok', access_token: token, expires_in: 7200 } }
    }
    if (!this.#tokens.has(searchParams.get('access_token') ?? ''))
      return { body: { errcode: 40014, errmsg: 'invalid access_token' } }
    if (pathname === '/cgi-bin/auth/getuserinfo') {
      if (!this.takeCode(searchParams.get('code') ?? '')) return { body: { errcode: 40029, errmsg: 'invalid code' } }
      const known = this.isMember ? { userid: this.employee.id, user_ticket: 'a ticket' } : { openid: this.employee.id }
      return { body: { errcode: 0, errmsg: 'ok', ...known } }
    }
    if (pathname === '/cgi-bin/user/get' && searchParams.get('userid') === this.employee.id) {
      const { id: userid, name, email } = this.employee
      return { body: { errcode: 0, errmsg: 'ok', userid, name, biz_mail: email, department: [1, 2], status: 1 } }
    }
    return { body: { errcode: 60111, errmsg: 'userid not found' } }
  }
}

/** DingTalk, as documented on open.dingtalk.com: userAccessToken and contact/users/me, with an `authCode`. */
export class DingtalkSite extends CompanySite {
  readonly client = { id: 'dingabc', secret: 'of the application' } as const
  corpId = 'dingcorp1'
  /** Whether its application has the permission to read who somebody is. */
  mayReadPeople = true
  readonly #tokens = new Set<string>()
  protected override readonly codeName = 'authCode'

  protected problemOf(query: URLSearchParams): string | null {
    if (query.get('response_type') !== 'code') return 'response_type'
    if (query.get('client_id') !== this.client.id) return 'client_id'
    if (!(query.get('scope') ?? '').split(' ').includes('openid')) return 'scope'
    return query.get('prompt') === 'consent' ? null : 'prompt'
  }
  protected answer({ pathname }: URL, body: Record<string, string>, headers: Record<string, string>) {
    if (pathname === '/v1.0/oauth2/userAccessToken') {
      const isClient = body['clientId'] === this.client.id && body['clientSecret'] === this.client.secret
      if (!isClient) return { status: 400, body: { code: 'invalidClientSecret', message: 'wrong', requestid: 'x' } }
      const isRight = body['grantType'] === 'authorization_code' && this.takeCode(body['code'] ?? '') !== null
      if (!isRight)
        return { status: 400, body: { code: 'invalidParameter.authCode.notFound', message: 'wrong', requestid: 'x' } }
      const accessToken = randomUUID()
      this.#tokens.add(accessToken)
      return { body: { accessToken, refreshToken: 'unused', expireIn: 7200, corpId: this.corpId } }
    }
    if (pathname === '/v1.0/contact/users/me' && this.#tokens.has(headers['x-acs-dingtalk-access-token'] ?? '')) {
      if (!this.mayReadPeople) {
        const code = 'Forbidden.AccessDenied.AccessTokenPermissionDenied'
        return { status: 403, body: { code, accessdenieddetail: { requiredScopes: ['Contact.User.Read'] } } }
      }
      const { id: unionId, name: nick, email } = this.employee
      return { body: { unionId, openId: `open-${unionId}`, nick, email, mobile: '13800000000', stateCode: '86' } }
    }
    return { status: 401, body: { code: 'InvalidAuthentication', message: 'no token' } }
  }
}

/** Feishu, as documented on open.feishu.cn: authen/v2/oauth/token with PKCE and authen/v1/user_info. */
export class FeishuSite extends CompanySite {
  readonly client = { id: 'cli_abc', secret: 'of the application' } as const
  /** Its code for success: a number, and in the documents of Lark's token address a text. */
  allRight: 0 | '0' = 0
  readonly #tokens = new Set<string>()

  protected problemOf(query: URLSearchParams): string | null {
    if (query.get('response_type') !== 'code') return 'response_type'
    if (query.get('client_id') !== this.client.id) return 'client_id'
    return query.get('code_challenge_method') === 'S256' ? null : 'code_challenge_method'
  }
  protected answer({ pathname }: URL, body: Record<string, string>, { authorization = '' }: Record<string, string>) {
    if (pathname === '/open-apis/authen/v2/oauth/token') {
      const refused = (code: number, error: string) => ({
        status: 400,
        body: { code, error, error_description: 'No.' },
      })
      if (body['client_id'] !== this.client.id || body['client_secret'] !== this.client.secret)
        return refused(20002, 'invalid_client')
      const known = body['grant_type'] === 'authorization_code' ? this.takeCode(body['code'] ?? '') : null
      if (!known) return refused(20003, 'invalid_grant')
      if (known.callback !== body['redirect_uri']) return refused(20071, 'invalid_grant')
      if (known.challenge !== sha256(body['code_verifier'] ?? '')) return refused(20049, 'invalid_grant')
      const token = randomUUID()
      this.#tokens.add(token)
      return {
        body: {
          code: this.allRight,
          access_token: token,
          expires_in: 7200,
          token_type: 'Bearer',
          scope: 'auth:user.id:read',
        },
      }
    }
    if (pathname === '/open-apis/authen/v1/user_info' && this.#tokens.has(authorization.replace('Bearer ', ''))) {
      const { id, name, email } = this.employee
      const data = {
        union_id: id,
        open_id: `ou_${id}`,
        user_id: `u${id}`,
        name,
        en_name: `en${id}`,
        tenant_key: 'tenant1',
      }
      return { body: { code: 0, msg: 'success', data: { ...data, enterprise_email: email } } }
    }
    return { status: 401, body: { code: 99991668, msg: 'Invalid access token' } }
  }
}
