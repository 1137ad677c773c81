import { createHash } from 'node:crypto'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchProtectedResource,
  fetchUserInfo,
  type IDToken,
} from 'openid-client'
import { otherSite, type OtherSite } from '../other-site.ts'
import { claimsIn, type Claims } from '../person.ts'
import type { SiteKind } from './kind.ts'

/** Standard OAuth 2 and OpenID Connect. */
export const standard: SiteKind = {
  async leave({ settings, services, signal, callbackUrl, state, codeVerifier }) {
    const { configuration, isOpenId, scope } = await otherSite(settings, services, signal)
    return buildAuthorizationUrl(configuration, {
      redirect_uri: settings.redirectUri || callbackUrl,
      state,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(scope !== '' && { scope }),
      ...(isOpenId && { nonce: nonceOf(codeVerifier) }),
    }).href
  },

  async come({ settings, services, signal, query, callbackUrl, codeVerifier }) {
    const site = await otherSite(settings, services, signal)
    const url = new URL(settings.redirectUri || callbackUrl)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    // Manually entered paths do not contain the issuer.
    if (!site.isOpenId) url.searchParams.delete('iss')
    const tokens = await authorizationCodeGrant(site.configuration, url, {
      pkceCodeVerifier: codeVerifier,
      expectedState: query['state'] ?? '',
      ...(site.isOpenId && { expectedNonce: nonceOf(codeVerifier) }),
    })
    const claims = claimsIn(await claimsOf(site, tokens.access_token, tokens.claims()), settings.idField)
    return { claims, site: site.name, idField: settings.idField }
  },
}

/** Bound to the login by its secret, which is sent only when the code is exchanged. */
const nonceOf = (codeVerifier: string): string =>
  createHash('sha256').update(`nonce of ${codeVerifier}`).digest('base64url')

async function claimsOf(site: OtherSite, accessToken: string, token: IDToken | undefined): Promise<unknown> {
  const { configuration, isOpenId, userinfoUrl } = site
  if (isOpenId) {
    if (!token) throw new Error('the other site does not say who logged in')
    // Requested for this person only.
    const said = userinfoUrl ? await fetchUserInfo(configuration, accessToken, token.sub) : {}
    return joined(said, token)
  }
  if (!userinfoUrl) throw new Error('there is no address that says who logged in')
  const said = await asked(site, accessToken, userinfoUrl)
  return site.mailUrl === null ? said : { ...said, ...verifiedMail(await asked(site, accessToken, site.mailUrl)) }
}

/**
 * Both answers about a person; the signed token takes precedence. The address may differ between them, and whether it is
 * verified holds for the one it was said of alone.
 */
function joined(said: Claims, token: Claims): Claims {
  const verified = (of: Claims): unknown => of['email_verified']
  const isOfToken = token['email'] !== undefined
  const isSame = token['email'] === said['email']
  const email_verified = isOfToken ? (verified(token) ?? (isSame ? verified(said) : undefined)) : verified(said)
  return { ...said, ...token, email_verified }
}

async function asked({ configuration }: OtherSite, accessToken: string, url: URL): Promise<Record<string, unknown>> {
  const headers = new Headers({ accept: 'application/json' })
  const reply = await fetchProtectedResource(configuration, accessToken, url, 'GET', null, headers)
  if (!reply.ok) throw new Error(`the other site answers ${reply.status} when asked who logged in`)
  return (await reply.json()) as Record<string, unknown>
}

/** GitHub's primary address, if verified; the one in the profile is freely chosen. */
function verifiedMail(said: unknown): Readonly<Record<string, unknown>> {
  const list = Array.isArray(said) ? (said as readonly Readonly<Record<string, unknown>>[]) : []
  const found = list.find((mail) => mail['primary'] === true && mail['verified'] === true)
  return found ? { email: found['email'], email_verified: true } : { email: null, email_verified: false }
}
