import { createHash } from 'node:crypto'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchProtectedResource,
  fetchUserInfo,
  type IDToken,
} from 'openid-client'
import { readSettings, type HandlerContext, type SignInRedirect } from '#core/plugin.ts'
import { mayBeNew } from './new-accounts.ts'
import { otherSite, type OtherSite } from './other-site.ts'
import { claimsIn, personFrom } from './person.ts'
import { oauthSettings, type OauthSettings } from './settings.ts'

const TITLE = { en: 'your company account', 'zh-cn': '公司账号' }

/** Read anew each time, so that a switch counts at once on every server. @throws Error while it is switched off */
async function openSettings({ store, services }: HandlerContext): Promise<OauthSettings> {
  const settings = await readSettings(store, oauthSettings, services.seals)
  if (!settings.isOpen) throw new Error('it is switched off')
  return settings
}

/** Lets people log in at another site by OAuth 2 or OpenID Connect, and come back. */
export const oauthLogin: SignInRedirect = {
  id: 'oauth2',
  title: TITLE,
  async offered({ store, services }) {
    const settings = await readSettings(store, oauthSettings, services.seals)
    if (!settings.isOpen) return null
    return { title: TITLE, buttonText: settings.entranceTips, afterLogout: settings.logoutRedirectUri }
  },
  async start(ctx, { callbackUrl, state, codeVerifier }, signal) {
    const settings = await openSettings(ctx)
    const { configuration, isOpenId, scope } = await otherSite(settings, ctx.services, signal)
    return buildAuthorizationUrl(configuration, {
      redirect_uri: settings.redirectUri || callbackUrl,
      state,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(scope !== '' && { scope }),
      ...(isOpenId && { nonce: nonceOf(codeVerifier) }),
    }).href
  },
  async finish(ctx, { query, callbackUrl, codeVerifier }, signal) {
    const settings = await openSettings(ctx)
    if (query['error'] === 'access_denied') return null
    const site = await otherSite(settings, ctx.services, signal)
    const url = new URL(settings.redirectUri || callbackUrl)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    // Typed-in paths do not say what the site calls itself.
    if (!site.isOpenId) url.searchParams.delete('iss')
    const tokens = await authorizationCodeGrant(site.configuration, url, {
      pkceCodeVerifier: codeVerifier,
      expectedState: query['state'] ?? '',
      ...(site.isOpenId && { expectedNonce: nonceOf(codeVerifier) }),
    })
    const claims = claimsIn(await claimsOf(site, tokens.access_token, tokens.claims()), settings.idField)
    const person = personFrom(claims, site.name, settings.idField)
    return { ...person, mayBeNew: await mayBeNew(ctx, settings, claims) }
  },
}

/** Bound to the login that is under way by its secret, which goes out only when the code is exchanged. */
const nonceOf = (codeVerifier: string): string =>
  createHash('sha256').update(`nonce of ${codeVerifier}`).digest('base64url')

async function claimsOf(site: OtherSite, accessToken: string, token: IDToken | undefined): Promise<unknown> {
  const { configuration, isOpenId, userinfoUrl } = site
  if (isOpenId) {
    if (!token) throw new Error('the other site does not say who logged in')
    // Asked for this person and no other; the signed token has the last word.
    const said = userinfoUrl ? await fetchUserInfo(configuration, accessToken, token.sub) : {}
    return { ...said, ...token }
  }
  if (!userinfoUrl) throw new Error('there is no address that says who logged in')
  const reply = await fetchProtectedResource(
    configuration,
    accessToken,
    userinfoUrl,
    'GET',
    null,
    new Headers({ accept: 'application/json' }),
  )
  if (!reply.ok) throw new Error(`the other site answers ${reply.status} when asked who logged in`)
  return reply.json()
}
