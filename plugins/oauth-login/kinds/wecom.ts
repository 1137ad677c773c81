import { codeIn, jsonCall, requireZero, serverOf, textIn, type Answer } from './json-call.ts'
import type { Asking, SiteKind } from './kind.ts'

const LOGIN = 'https://login.work.weixin.qq.com/wwlogin/sso/login'
const API = 'https://qyapi.weixin.qq.com'
/** Margin before its expiry, so that no token expires in transit. */
const MARGIN_MS = 5 * 60_000
const APPS_KEPT = 16

interface AppToken {
  readonly token: Promise<string>
  /** Milliseconds since 1970; infinite while loading. */
  until: number
}
/** By server, company and secret: requesting one per login would soon be rate limited. */
const tokens = new Map<string, AppToken>()

/**
 * WeCom, whose web login is not OAuth 2: the browser's code is submitted with an application token, and there is no
 * PKCE. The code is returned with `state`, which the product verifies, is valid once, and only for this application.
 */
export const wecom: SiteKind = {
  async leave({ settings, callbackUrl, state }) {
    const url = new URL(settings.loginAddress || LOGIN)
    const { clientId, agentId } = settings
    url.search = new URLSearchParams({
      ...{ login_type: 'CorpApp', appid: clientId, agentid: agentId },
      ...{ redirect_uri: callbackUrl, state },
    }).toString()
    return url.href
  },

  isDeclined: ({ code = '' }) => code === '',

  async come({ query, ...asking }) {
    const code = codeIn(query, 'code')
    const identity = await called(asking, '/cgi-bin/auth/getuserinfo', { code }, 'who logged in')
    // People outside the company only have an `openid`.
    const userid = textIn(identity, 'userid', 'member of the company')
    const profile = await called(asking, '/cgi-bin/user/get', { userid }, 'the profile of a member')
    const { name, email, biz_mail: companyMail, department, position } = profile
    const { clientId } = asking.settings
    return {
      claims: {
        id: userid,
        username: userid,
        name,
        email: companyMail || email,
        corpid: clientId,
        department,
        position,
      },
      site: `https://work.weixin.qq.com/${clientId}`,
      idField: 'id',
    }
  },
}

/** Marks the application token as invalid, e.g. after a reset of its secret. */
const TOKEN_ENDED: readonly unknown[] = [40014, 42001]

async function called(
  asking: Asking,
  path: string,
  query: Readonly<Record<string, string>>,
  what: string,
): Promise<Answer> {
  const asked = async (): Promise<Answer> => {
    const url = new URL(path, serverOf(asking.settings, API))
    url.search = new URLSearchParams({ access_token: await appToken(asking), ...query }).toString()
    return jsonCall(url, what, asking)
  }
  let answer = await asked()
  if (TOKEN_ENDED.includes(answer['errcode'])) {
    tokens.delete(keyOf(asking))
    answer = await asked()
  }
  requireZero(answer, 'errcode', what)
  return answer
}

const keyOf = ({ settings }: Asking): string =>
  JSON.stringify([serverOf(settings, API), settings.clientId, settings.clientSecret])

function appToken(asking: Asking): Promise<string> {
  const { services } = asking
  const key = keyOf(asking)
  const known = tokens.get(key)
  if (known && known.until > services.clock.now().getTime()) return known.token
  // The first caller's request is shared by all others, and none of them can cancel it.
  const asked = newAppToken({ ...asking, signal: AbortSignal.timeout(10_000) })
  const kept: AppToken = { token: asked.then(({ token }) => token), until: Infinity }
  tokens.delete(key)
  tokens.set(key, kept)
  for (const former of [...tokens.keys()].slice(0, -APPS_KEPT)) tokens.delete(former)
  asked.then(
    ({ lastsMs }) => void (kept.until = services.clock.now().getTime() + lastsMs - MARGIN_MS),
    () => void tokens.delete(key),
  )
  return kept.token
}

async function newAppToken({
  settings,
  signal,
}: Asking): Promise<{ readonly token: string; readonly lastsMs: number }> {
  const url = new URL('/cgi-bin/gettoken', serverOf(settings, API))
  url.search = new URLSearchParams({ corpid: settings.clientId, corpsecret: settings.clientSecret }).toString()
  const answer = await jsonCall(url, 'the token of the application', { signal })
  requireZero(answer, 'errcode', 'the token of the application')
  const seconds = Number(answer['expires_in'] ?? 0)
  return { token: textIn(answer, 'access_token', 'token of the application'), lastsMs: seconds * 1_000 }
}
