import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { site, type Browser, type Site } from './harness.ts'

const FORM = 'application/x-www-form-urlencoded'
let here: Site
beforeAll(async () => {
  here = await site({ environment: { CAPTCHA: 'off', TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => here.close())

describe('cookies (threats T3)', () => {
  it('are out of reach of scripts and of other sites', async () => {
    const browser = here.browser()
    const reply = await logIn(browser)
    const cookie = reply.cookies.find(({ name }) => name === 'token')

    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie?.maxAge).toBeGreaterThan(170 * 24 * 3600)
    expect(cookie?.maxAge).toBeLessThanOrEqual(15_552_000)
  })

  it('are bound to https where the site is reached over https', async () => {
    const reply = await logIn(here.browser({ 'x-forwarded-proto': 'https' }))

    expect(reply.cookies.map(({ name, secure }) => ({ name, secure }))).toContainEqual({
      name: '__Host-token',
      secure: true,
    })
    expect(reply.headers['strict-transport-security']).toMatch(/max-age=\d{8}/)
  })

  it('log in, and log out again', async () => {
    const browser = await here.browserOf(here.world.owner)
    expect((await browser.post('user/info')).data.username).toBe(here.world.owner.username)

    await browser.post('user/logout', { confirm: 1 })

    expect(browser.cookies.has('token')).toBe(false)
    expect((await browser.post('user/info')).error_code).toBe(10102)
  })
})

describe('the login token of a program (threats T3)', () => {
  it('counts in the body and in the Authorization header', async () => {
    const { user_token } = await here.browser().logIn(here.world.owner.username, here.world.password)
    const program = here.browser({ 'sec-fetch-site': '' })

    expect((await program.post('user/info', { user_token })).error_code).toBe(0)
    expect((await here.browser({ authorization: `Bearer ${user_token}` }).post('user/info')).error_code).toBe(0)
  })

  it('does not count in the address', async () => {
    const { user_token } = await here.browser().logIn(here.world.owner.username, here.world.password)
    const reply = await here.browser().get(`/api/user/info?user_token=${user_token}`)

    expect(reply.json()).toMatchObject({ error_code: 10102 })
  })

  it('[ERR-19] is refused with 10102 when it is not good', async () => {
    for (const user_token of ['nonsense', 'x'.repeat(5_000), '0', "' or 1=1 --"])
      expect((await here.browser().post('user/info', { user_token })).error_code).toBe(10102)
  })
})

describe('requests that another website makes a browser send (threats T4)', () => {
  const own = 'http://localhost:80'
  const rows: readonly (readonly [string, Record<string, string>, boolean])[] = [
    ['the site itself', { 'sec-fetch-site': 'same-origin' }, true],
    ['an address somebody typed', { 'sec-fetch-site': 'none' }, true],
    ['another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['another site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: own }, false],
    ['a sister site', { 'sec-fetch-site': 'same-site' }, false],
    ['our origin, from a browser without Sec-Fetch', { origin: own }, true],
    ['our address as referrer', { referer: `${own}/item/index` }, true],
    ['a foreign origin', { origin: 'https://evil.example' }, false],
    ['a foreign referrer', { referer: 'https://evil.example/localhost' }, false],
    ['no origin at all', { origin: 'null' }, false],
    ['an origin that is no address', { origin: 'localhost' }, false],
    ['an origin that begins like ours', { origin: 'http://localhost.evil.example' }, false],
    ['another port', { origin: 'http://localhost:8080' }, false],
    ['a program, which says nothing (D74)', {}, true],
  ]

  it.each(rows)('with a cookie, REST: %s', async (_, headers, isAdmitted) => {
    const cookie = await cookieOf(here)
    const reply = await here.app.inject({
      method: 'POST',
      url: '/api/user/updateInfo',
      payload: 'name=changed',
      headers: { 'content-type': FORM, cookie, ...headers },
    })

    expect(reply.statusCode).toBe(isAdmitted ? 200 : 403)
    expect(reply.json()).toMatchObject({ error_code: isAdmitted ? 0 : 10430 })
  })

  it.each(rows)('with a cookie, tRPC: %s', async (_, headers, isAdmitted) => {
    const cookie = await cookieOf(here)
    const reply = await here.app.inject({
      method: 'POST',
      url: '/trpc/account.rename',
      payload: '{"name":"changed"}',
      headers: { 'content-type': 'application/json', cookie, ...headers },
    })

    expect(reply.statusCode).toBe(isAdmitted ? 200 : 403)
  })

  it.each([
    ['without a cookie', () => Promise.resolve({})],
    ['beside the cookie of somebody else, which does not count', async () => ({ cookie: await cookieOf(here) })],
  ])('do not matter to who sends the token, %s', async (_, cookies) => {
    const { editor, password } = here.world
    const { user_token } = await here.browser().logIn(editor.username, password)
    const reply = await here.app.inject({
      method: 'POST',
      url: '/api/user/info',
      payload: `user_token=${user_token}`,
      headers: { 'content-type': FORM, origin: 'https://script.example', ...(await cookies()) },
    })

    expect(reply.json()).toMatchObject({ error_code: 0, data: { username: editor.username } })
    expect(reply.cookies).toEqual([])
  })

  it('are refused with a token that is none, as with a cookie alone', async () => {
    const reply = await here.app.inject({
      method: 'POST',
      url: '/api/user/updateInfo',
      payload: 'user_token=&name=changed',
      headers: { 'content-type': FORM, 'sec-fetch-site': 'cross-site', cookie: await cookieOf(here) },
    })

    expect(reply.statusCode).toBe(403)
  })

  it('cannot log a victim in to the account of an attacker', async () => {
    const { owner } = here.world
    const reply = await here.app.inject({
      method: 'POST',
      url: '/api/user/login',
      payload: `username=${owner.username}&password=${encodeURIComponent(here.world.password)}`,
      headers: { 'content-type': FORM, 'sec-fetch-site': 'cross-site' },
    })

    expect(reply.statusCode).toBe(403)
    expect(reply.cookies).toEqual([])
  })

  it('cannot do so behind a proxy that asks for a password of its own, which browsers send along', async () => {
    const { owner, password } = here.world
    const reply = await here.app.inject({
      method: 'POST',
      url: '/api/user/login',
      payload: `username=${owner.username}&password=${encodeURIComponent(password)}`,
      headers: { 'content-type': FORM, 'sec-fetch-site': 'cross-site', authorization: 'Basic cHJveHk6cGFzcw==' },
    })

    expect(reply.statusCode).toBe(403)
    expect(reply.cookies).toEqual([])
  })

  it.each(['user/login', 'user/logout'])(
    'leave the cookies of the browser alone when they carry a token: %s',
    async (path) => {
      const { owner, password } = here.world
      const { user_token: attackers } = await here.browser().logIn(owner.username, password)
      const reply = await here.app.inject({
        method: 'POST',
        url: `/api/${path}`,
        payload: new URLSearchParams({
          username: owner.username,
          password,
          confirm: '1',
          user_token: attackers,
        }).toString(),
        headers: { 'content-type': FORM, 'sec-fetch-site': 'cross-site' },
      })

      expect(reply.json()).toMatchObject({ error_code: 0 })
      expect(reply.cookies).toEqual([])
    },
  )

  it.each(['text/plain', 'multipart/related', 'application/x-json', 'image/png'])('cannot come as %s', async (type) => {
    const cookie = await cookieOf(here)
    for (const url of ['/api/user/updateInfo', '/trpc/account.rename']) {
      const reply = await here.app.inject({
        method: 'POST',
        url,
        payload: '{"name":"changed"}',
        headers: { 'content-type': type, cookie, 'sec-fetch-site': 'same-origin' },
      })
      expect(reply.statusCode, url).toBe(415)
      expect(reply.headers['content-type']).toContain('application/json')
    }
  })

  it('change nothing by GET or by another method', async () => {
    const cookie = await cookieOf(here)
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const headers = { cookie, 'x-http-method-override': 'POST', 'sec-fetch-site': 'same-origin' }
      const rest = await here.app.inject({ method, url: '/api/user/updateInfo?name=changed&_method=POST', headers })
      expect(rest.statusCode, method).toBe(404)
    }
    const trpc = await here.app.inject({
      method: 'GET',
      url: '/trpc/account.rename?input={"name":"x"}',
      headers: { cookie },
    })
    expect(trpc.statusCode).toBe(404)
  })
})

describe('headers (threats X7, T5)', () => {
  it.each(['/api/page/info', '/api/nonsense', '/trpc/site.homePage', '/healthz', '/api', '/api/%zz'])(
    'protect %s',
    async (url) => {
      const reply = await here.app.inject({ method: 'GET', url, headers: { origin: 'https://evil.example' } })

      expect(reply.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
      const policy = String(reply.headers['content-security-policy'])
      for (const part of [
        "default-src 'none'",
        "script-src 'self';",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ])
        expect(`${policy};`).toContain(part)
      expect(policy).not.toContain('unsafe-eval')
      expect(reply.headers['access-control-allow-origin']).toBeUndefined()
      expect(reply.headers['x-powered-by']).toBeUndefined()
    },
  )

  it('keep answers of the API out of every cache', async () => {
    for (const url of ['/api/common/homePageSetting', '/trpc/site.homePage'])
      expect((await here.browser().get(url)).headers['cache-control']).toBe('no-store, private')
  })
})

describe('the limit of requests', () => {
  it('answers in the envelope when an address asks too often, and counts addresses apart', async () => {
    const limited = await site({ environment: { RATE_LIMIT: '3', TRUSTED_PROXIES: '127.0.0.1' } })
    const ask = (address: string) =>
      limited.app.inject({ method: 'GET', url: '/api/common/homePageSetting', headers: { 'x-forwarded-for': address } })

    for (const address of ['198.51.100.1', '198.51.100.1', '198.51.100.1'])
      expect((await ask(address)).statusCode).toBe(200)
    const refused = await ask('198.51.100.1')

    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('60')
    expect(refused.json()).toMatchObject({ error_code: 10429, data: {} })
    expect((await ask('198.51.100.2')).statusCode).toBe(200)
    await limited.close()
  })

  it.each(['site.homePage,site.homePage,site.homePage', 'site.homePage%2Csite.homePage%2csite.homePage'])(
    'counts every call of a batch: %s',
    async (paths) => {
      const limited = await site({ environment: { RATE_LIMIT: '5' } })
      const ask = () => limited.app.inject({ method: 'GET', url: `/trpc/${paths}?batch=1` })

      expect((await ask()).statusCode).toBe(200)
      const refused = await ask()

      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
      expect(refused.json()).toMatchObject({ error: { data: { kind: 'tooManyRequests' } } })
      await limited.close()
    },
  )
})

const logIn = (browser: Browser) =>
  browser.request({
    method: 'POST',
    url: '/api/user/login',
    headers: { 'content-type': FORM },
    payload: new URLSearchParams({ username: here.world.owner.username, password: here.world.password }).toString(),
  })

// One login for all rows of the tables: hashing is slow on purpose.
let cookie: Promise<string> | null = null
const cookieOf = (place: Site): Promise<string> =>
  (cookie ??= place.browserOf(place.world.owner).then((browser) => `token=${browser.cookies.get('token')}`))
