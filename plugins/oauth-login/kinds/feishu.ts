import { calculatePKCECodeChallenge } from 'openid-client'
import { codeIn, jsonCall, requireZero, serverOf, textIn } from './json-call.ts'
import type { SiteKind } from './kind.ts'

const LOGIN = 'https://accounts.feishu.cn/open-apis/authen/v1/authorize'
const API = 'https://open.feishu.cn'

/**
 * Feishu, and Lark at other addresses: OAuth 2 with PKCE, but with JSON instead of forms, a `code` for errors, and the
 * person in `data`.
 */
export const feishu: SiteKind = {
  async leave({ settings, callbackUrl, state, codeVerifier }) {
    const url = new URL(settings.loginAddress || LOGIN)
    url.search = new URLSearchParams({
      ...{ response_type: 'code', client_id: settings.clientId, redirect_uri: callbackUrl, state },
      ...{ code_challenge: await calculatePKCECodeChallenge(codeVerifier), code_challenge_method: 'S256' },
      ...(settings.scope !== '' && { scope: settings.scope }),
    }).toString()
    return url.href
  },

  async come({ settings, query, callbackUrl, codeVerifier, signal }) {
    const server = serverOf(settings, API)
    const token = await jsonCall(new URL('/open-apis/authen/v2/oauth/token', server), 'the token of the person', {
      signal,
      body: {
        grant_type: 'authorization_code',
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        code: codeIn(query, 'code'),
        redirect_uri: callbackUrl,
        code_verifier: codeVerifier,
      },
    })
    requireZero(token, 'code', 'the code')
    const answer = await jsonCall(new URL('/open-apis/authen/v1/user_info', server), 'who logged in', {
      signal,
      headers: { authorization: `Bearer ${textIn(token, 'access_token', 'token of the person')}` },
    })
    requireZero(answer, 'code', 'who logged in')
    const person = (answer['data'] ?? {}) as Readonly<Record<string, unknown>>
    const { name, en_name: englishName, enterprise_email: companyMail, email, tenant_key: tenantKey } = person
    const unionId = textIn(person, 'union_id', 'id that belongs to one person for good')
    return {
      claims: {
        ...{ id: unionId, username: englishName || name, name, email: companyMail || email },
        ...{ tenant_key: tenantKey, user_id: person['user_id'] },
      },
      // Feishu and Lark are separate, with unrelated ids.
      site: server,
      idField: 'id',
    }
  },
}
