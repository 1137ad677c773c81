import { codeIn, jsonCall, requireZero, serverOf, textIn } from './json-call.ts'
import type { SiteKind } from './kind.ts'

const LOGIN = 'https://login.dingtalk.com/oauth2/auth'
const API = 'https://api.dingtalk.com'

/**
 * DingTalk: an OAuth 2 authorization address, `authCode` instead of `code`, JSON bodies with other field names, and no
 * PKCE. `corpId` is the company chosen by the person; a condition on it excludes others.
 */
export const dingtalk: SiteKind = {
  async leave({ settings, callbackUrl, state }) {
    const url = new URL(settings.loginAddress || LOGIN)
    url.search = new URLSearchParams({
      ...{ response_type: 'code', client_id: settings.clientId, redirect_uri: callbackUrl, state },
      ...{ scope: settings.scope || 'openid corpid', prompt: 'consent' },
    }).toString()
    return url.href
  },

  async come({ settings, query, signal }) {
    const server = serverOf(settings, API)
    const token = await jsonCall(new URL('/v1.0/oauth2/userAccessToken', server), 'the token of the person', {
      signal,
      body: {
        clientId: settings.clientId,
        clientSecret: settings.clientSecret,
        code: codeIn(query, 'authCode', 'code'),
        grantType: 'authorization_code',
      },
    })
    requireZero(token, 'code', 'the code')
    const accessToken = textIn(token, 'accessToken', 'token of the person')
    const person = await jsonCall(new URL('/v1.0/contact/users/me', server), 'who logged in', {
      signal,
      headers: { 'x-acs-dingtalk-access-token': accessToken },
    })
    // Without the permission Contact.User.Read, for example.
    requireZero(person, 'code', 'who logged in')
    const { nick, email } = person
    const unionId = textIn(person, 'unionId', 'id that belongs to one person for good')
    return {
      claims: { id: unionId, username: nick, name: nick, email, corpId: token['corpId'] ?? '' },
      site: 'https://www.dingtalk.com',
      idField: 'id',
    }
  },
}
