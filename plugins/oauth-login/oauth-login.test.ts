import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { site, type Browser, type Site } from '#tests/rest/harness.ts'
import { comeBack, locationOf, PROBLEM, whoIs } from '#tests/support/login-there.ts'
import { OauthSite } from '#tests/support/oauth-site.ts'
import { OidcSite } from '#tests/support/oidc-site.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { oauthOperations } from './operations.ts'
import plugin from './plugin.ts'

const HERE = 'https://docs.example.org'
const FINISH = `${HERE}/user/login/oauth2/finish`
const EXT_LOGIN = `${HERE}/api/ExtLogin/oauth2`
const START = '/user/login/oauth2/start'

let here: Site
let admin: Browser
let oidc: OidcSite
const plain = new OauthSite()
beforeAll(async () => {
  oidc = await OidcSite.with([FINISH, EXT_LOGIN])
  await plain.open()
  here = await site({
    operations: { ...coreOperations, ...oauthOperations },
    plugins: [plugin],
    contributes: plugin.contributes,
    environment: { PUBLIC_URL: HERE },
  })
  admin = await here.browserOf(here.world.admin)
})
afterAll(async () => {
  await here.close()
  await oidc.close()
  plain.close()
})
let number = 0
beforeEach(() => {
  number += 1
  oidc.person = { sub: `sub-${number}`, preferred_username: `lin${number}`, name: '林' }
  plain.person = { id: number, login: `wei${number}`, name: 'Wei' }
})
afterEach(() => void Object.assign(plain, { state: 'works' }))

const save = async (form: Readonly<Record<string, string>>, isOpen = 1) => {
  const reply = await admin.postJson('adminSetting/saveOauth2Config', { oauth2_open: isOpen, oauth2_form: form })
  expect(reply).toMatchObject({ error_code: 0 })
}
const NOTHING = {
  ...{ new_accounts: 'registration', account_domains: '', account_claim: '', account_claim_value: '' },
  redirectUri: '',
  entrance_tips: '',
  issuer: '',
  scope: '',
  id_field: '',
  logout_redirect_uri: '',
}
const openId = (changes: Readonly<Record<string, string>> = {}) =>
  save({ ...NOTHING, issuer: oidc.issuer, client_id: oidc.client.id, client_secret: oidc.client.secret, ...changes })
const typed = (changes: Readonly<Record<string, string>> = {}) =>
  save({
    ...NOTHING,
    ...{ client_id: plain.client.id, client_secret: plain.client.secret, protocol: 'http', host: plain.host },
    ...{ authorize_path: '/oauth/authorize', token_path: '/oauth/token', userinfo_path: '/me', ...changes },
  })
/** Starts a login at the other site. @returns the address it redirects the browser back to */
const leave = async (browser: Browser, there: OidcSite | OauthSite, start = START): Promise<string> =>
  there.visit(await locationOf(browser.get(start)))
const cameBackAs = async (there: OidcSite | OauthSite): Promise<readonly [unknown, string]> => {
  const browser = here.browser()
  const landed = await comeBack(browser, await leave(browser, there))
  return [await whoIs(browser), landed]
}

describe('by OpenID Connect', () => {
  beforeEach(() => openId())

  it('people are sent to the issuer with state, nonce and the digest of a secret (threats O1)', async () => {
    const address = new URL(await locationOf(here.browser().get(START)))

    expect(address.origin).toBe(oidc.issuer)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: oidc.client.id,
      redirect_uri: FINISH,
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  it('the issuer is not asked anew who it is whenever a visitor starts a login', async () => {
    const starts = Array.from({ length: 5 }, () => here.browser().get(START))
    const before = oidc.asked.length
    await Promise.all(starts)
    await Promise.all(starts.map(() => here.browser().get(START)))

    expect(oidc.asked.length - before).toBeLessThanOrEqual(1)
  })

  it('they come back logged in, with the same account each time', async () => {
    expect(await cameBackAs(oidc)).toEqual([oidc.person?.preferred_username, '/user/login'])
    expect(await cameBackAs(oidc)).toEqual([oidc.person?.preferred_username, '/user/login'])
  })

  it('[LOGIN-26] they leave and come back by the address of the specification as well', async () => {
    await openId({ redirectUri: EXT_LOGIN })
    const browser = here.browser()

    const back = await leave(browser, oidc, '/api/ExtLogin/oauth2?redirect=/item/index')

    expect(back).toMatch(/^\/api\/ExtLogin\/oauth2\?/)
    expect(await comeBack(browser, back)).toBe('/user/login?redirect=%2Fitem%2Findex')
    expect(await whoIs(browser)).toBe(oidc.person?.preferred_username)
  })

  it('a page of others brings nobody there who is logged in (threats T4)', async () => {
    const browser = await here.browserOf(here.world.owner)

    expect(await comeBack(browser, '/api/ExtLogin/oauth2')).toBe('/user/login')
    expect(await whoIs(browser)).toBe(here.world.owner.username)
  })

  it.each([
    ['a slash at the end', (issuer: string) => `${issuer}/`],
    ['capital letters', (issuer: string) => issuer.replace('http:', 'HTTP:')],
  ])('they keep their account when the issuer is typed with %s', async (_, written) => {
    const before = await cameBackAs(oidc)
    await openId({ issuer: written(oidc.issuer) })

    expect(await cameBackAs(oidc)).toEqual(before)
  })

  it('a return is good once, and in the browser that began', async () => {
    const [browser, other] = [here.browser(), here.browser()]
    const back = await leave(browser, oidc)
    await leave(other, oidc)

    expect(await comeBack(other, back)).toBe(`${PROBLEM}linkNotGood`)
    expect(await comeBack(browser, back)).toBe('/user/login')
    expect(await comeBack(browser, back)).toBe(`${PROBLEM}linkNotGood`)
  })

  it('the code of one person is no use in the login of another', async () => {
    const [attacker, victim] = [here.browser(), here.browser()]
    const codeOf = (back: string) => new URL(back, HERE).searchParams.get('code') ?? ''
    const stolen = codeOf(await leave(attacker, oidc))
    const back = new URL(await leave(victim, oidc), HERE)
    back.searchParams.set('code', stolen)

    expect(await comeBack(victim, back.pathname + back.search)).toBe(`${PROBLEM}notAvailable`)
    expect(await whoIs(victim)).toBeUndefined()
  })

  it('an answer in the name of another issuer is refused (RFC 9207)', async () => {
    const browser = here.browser()
    const back = new URL(await leave(browser, oidc), HERE)
    back.searchParams.set('iss', 'https://evil.example')

    expect(await comeBack(browser, back.pathname + back.search)).toBe(`${PROBLEM}notAvailable`)
  })

  it('nobody gets an account by its name or by its address, confirmed or not (threats O2)', async () => {
    const { owner } = here.world
    const { email } = (await here.world.product.database.users.byId(owner.id)) ?? {}
    const person = { sub: 'stranger', name: '', email: email ?? '' }
    oidc.person = { ...person, preferred_username: owner.username }
    expect(await cameBackAs(oidc)).toEqual([undefined, `${PROBLEM}usernameTaken`])

    oidc.person = { ...person, preferred_username: 'mallory' }
    expect(await cameBackAs(oidc)).toEqual(['mallory', '/user/login'])
    expect(await here.world.product.database.users.byLogin('mallory')).toMatchObject({ email: null, isAdmin: false })
  })

  it('whoever does not want to log in there is told so', async () => {
    oidc.person = null

    expect(await cameBackAs(oidc)).toEqual([undefined, `${PROBLEM}wrongLogin`])
  })

  it('what is switched off is off at once, for those who are on their way, too', async () => {
    const browser = here.browser()
    const back = await leave(browser, oidc)
    await save({}, 0)

    expect(await comeBack(browser, back)).toBe(`${PROBLEM}notAvailable`)
    expect(await locationOf(here.browser().get(START))).toBe(`${PROBLEM}notAvailable`)
    expect((await here.browser().get('/api/ExtLogin/oauth2')).json()).toMatchObject({ error_code: 10101 })
    expect((await here.browser().get('/api/user/oauthInfo')).json().data).toEqual({
      oauth2_open: 0,
      oauth2_entrance_tips: '',
    })
  })
})

describe('by OAuth 2 with typed-in paths', () => {
  beforeEach(() => typed())

  it('[LOGIN-26] people are sent to the path of the host with client_id and redirect_uri', async () => {
    await save({ protocol: 'https', host: 'login.example.org', client_secret: 'another' })
    const address = new URL(await locationOf(here.browser().get('/api/ExtLogin/oauth2')))

    expect(address.origin + address.pathname).toBe('https://login.example.org/oauth/authorize')
    expect(address.searchParams.get('client_id')).toBe('octavo')
    expect(address.searchParams.get('redirect_uri')).toBe(FINISH)
  })

  it('they come back logged in, and the secret goes to the token path alone', async () => {
    expect(await cameBackAs(plain)).toEqual([`wei${number}`, '/user/login'])
    expect(plain.exchanges.at(-1)?.get('client_secret')).toBe(plain.client.secret)
  })

  it.each([
    ['beside others', () => ({ id: `own-${number}`, name: `lan${number}` })],
    ['in a part of the answer', () => ({ code: 0, data: { open_id: `own-${number}`, username: `lan${number}` } })],
    ['with an address for a username', () => ({ sub: `own-${number}`, login: `lan${number}@example.org` })],
  ])('an id is found %s', async (_, person) => {
    plain.person = person()

    expect((await cameBackAs(plain))[0]).toBe(`lan${number}`)
  })

  it('somebody with a new name keeps the account, and the name does not bring it to another', async () => {
    plain.person = { id: 'one', login: 'first-name' }
    await cameBackAs(plain)

    plain.person = { id: 'one', login: 'second-name' }
    expect((await cameBackAs(plain))[0]).toBe('first-name')
    plain.person = { id: 'two', login: 'first-name' }
    expect(await cameBackAs(plain)).toEqual([undefined, `${PROBLEM}usernameTaken`])
  })

  it.each([
    ['a name alone', { login: 'wei', name: 'Wei' }],
    ['an empty id', { id: '', login: 'wei' }],
    ['a list for an id', { id: ['1'], login: 'wei' }],
    ['a number that is not exact', { id: 2 ** 60, login: 'wei' }],
    ['nothing', null],
    ['a text', 'wei'],
  ])('%s names nobody for good', async (_, person) => {
    plain.person = person

    expect(await cameBackAs(plain)).toEqual([undefined, `${PROBLEM}notAvailable`])
  })

  it('the field of the id can be named', async () => {
    await typed({ id_field: 'data.employee' })
    plain.person = { id: 'shared', data: { employee: `e-${number}` }, login: `eve${number}` }

    expect((await cameBackAs(plain))[0]).toBe(`eve${number}`)
  })

  it('people keep their account when the host is typed in another way', async () => {
    const [small, large] = ['localhost', 'LocalHost'].map((name) => plain.host.replace('127.0.0.1', name))
    await typed({ host: small ?? '' })
    const before = await cameBackAs(plain)
    plain.person = { id: number, login: `renamed${number}` }
    await typed({ host: large ?? '' })

    expect(before[0]).toBe(`wei${number}`)
    expect(await cameBackAs(plain)).toEqual(before)
  })

  it('the same id at another site is another person', async () => {
    const other = new OauthSite()
    await other.open()
    plain.person = other.person = { id: 'same', login: `first${number}` }
    await cameBackAs(plain)
    await typed({ host: other.host })
    other.person = { id: 'same', login: `other${number}` }
    const [username] = await cameBackAs(other)
    other.close()

    expect(username).toBe(`other${number}`)
  })

  it.each(['floods', 'gives rubbish', 'redirects'] as const)(
    'a site that %s logs nobody in (threats O3)',
    async (state) => {
      plain.state = state

      expect(await cameBackAs(plain)).toEqual([undefined, `${PROBLEM}notAvailable`])
    },
  )

  it('a site that hangs is left when nobody waits any more (R11)', async () => {
    const nobodyWaits = new AbortController()
    const asked = boundedFetch(nobodyWaits.signal)(`http://${plain.host}/oauth/authorize?redirect_uri=http://x`, {
      body: null,
      headers: {},
      method: 'GET',
      redirect: 'manual',
    })
    nobodyWaits.abort(new Error('late'))

    await expect(asked).rejects.toThrow('late')
  })
})

describe('the entrance', () => {
  it('[LOGIN-08] [ADMIN-44] [ENT-OAUTH-01] [ENT-OAUTH-02] says what was typed in for it', async () => {
    await openId({ entrance_tips: 'Staff only' })
    const browser = here.browser()

    expect((await browser.get('/api/user/oauthInfo')).json().data).toEqual({
      oauth2_open: 1,
      oauth2_entrance_tips: 'Staff only',
    })
    expect((await browser.get('/api/user/loginWays')).json().data.redirects).toMatchObject([
      { id: 'oauth2', button_text: 'Staff only' },
    ])
  })

  it('[LOGIN-18] leads to the logout of the other site once somebody has logged out here', async () => {
    const { owner } = here.world
    const logout = async () => (await here.browserOf(owner)).post('user/logout', { confirm: 1 })
    await openId({ logout_redirect_uri: 'https://login.example.org/bye' })
    expect((await logout()).data).toEqual({ logout_redirect_uri: 'https://login.example.org/bye' })

    await save({}, 0)
    expect((await logout()).data).toEqual({ logout_redirect_uri: '' })
  })
})

describe('the settings', () => {
  const load = async () => (await admin.post('adminSetting/loadOauth2Config')).data
  const FORM = {
    ...{ redirectUri: EXT_LOGIN, entrance_tips: 'Staff', client_id: 'octavo', client_secret: 'quiet secret' },
    ...{ protocol: 'http', host: 'login.example.org:8080', authorize_path: '/a', token_path: '/t' },
    ...{ resource_path: '/r', userinfo_path: 'https://api.example.org/me', logout_redirect_uri: 'https://x.example/' },
  }
  const refused = (form: Readonly<Record<string, unknown>>, isOpen = 0) =>
    admin.postJson('adminSetting/saveOauth2Config', { oauth2_open: isOpen, oauth2_form: form })

  it('[ADMIN-43] [CONST-35] have https at first', async () => {
    const fresh = await site({ operations: { ...coreOperations, ...oauthOperations }, fresh: true })
    const browser = await fresh.browserOf(fresh.world.admin)
    const { data } = await browser.post('adminSetting/loadOauth2Config')
    await fresh.close()

    expect(data).toMatchObject({ oauth2_open: 0, oauth2_form: { protocol: 'https', client_secret: '', host: '' } })
  })

  it('[ADMIN-42] [ENT-OA2-01] [ENT-OA2-02] [ENT-OA2-03] [ENT-OA2-04] [ENT-OA2-06] [ENT-OA2-07] [ENT-OA2-08] [ENT-OA2-09] [ENT-OA2-10] [ENT-OA2-11] [ENT-OA2-12] come back as they were saved', async () => {
    await save({ ...NOTHING, ...FORM }, 0)

    expect(await load()).toMatchObject({ oauth2_open: 0, oauth2_form: { ...FORM, client_secret: '********' } })
  })

  it('[ADMIN-54] [ENT-OA2-05] keep the secret sealed, show it to nobody, and ask for it when it would go elsewhere (D73)', async () => {
    await save({ ...NOTHING, ...FORM }, 0)
    const kept = await here.world.product.database.settings.read('plugin.oauth-login')
    const record = await admin.postJson('audit/getList', { count: 100 })

    for (const text of [kept, await load(), record.data]) expect(JSON.stringify(text)).not.toContain('quiet secret')
    for (const elsewhere of [
      { host: 'evil.example' },
      { token_path: '/steal' },
      { userinfo_path: 'https://evil.example/me' },
      { protocol: 'https' },
      { issuer: 'https://evil.example' },
    ])
      expect(await refused({ ...FORM, client_secret: '********', ...elsewhere })).toMatchObject({
        error_code: 10101,
        data: { field: 'oauth2_form.client_secret' },
      })
    const owner = await here.browserOf(here.world.owner)
    expect(await owner.post('adminSetting/loadOauth2Config')).toMatchObject({ error_code: 10103, data: {} })
    expect(await owner.post('adminSetting/saveOauth2Config')).toMatchObject({ error_code: 10103, data: {} })
  })

  it.each([
    ['host', 'a.example/path', 'oauth2_form.host'],
    ['host', 'me@a.example', 'oauth2_form.host'],
    ['authorize_path', 'javascript:alert(1)', 'oauth2_form.authorize_path'],
    ['userinfo_path', '//evil.example/me', 'oauth2_form.userinfo_path'],
    ['resource_path', '//evil.example/me', 'oauth2_form.resource_path'],
    ['logout_redirect_uri', 'javascript:alert(1)', 'oauth2_form.logout_redirect_uri'],
    ['redirectUri', 'ftp://a.example', 'oauth2_form.redirect_uri'],
    ['issuer', 'nonsense', 'oauth2_form.issuer'],
  ])('are refused by name when %s is %s', async (name, value, field) => {
    expect(await refused({ [name]: value })).toMatchObject({ error_code: 10101, data: { field } })
  })

  it('are not switched on without what a login needs', async () => {
    await save({ ...NOTHING, ...FORM, client_id: '' }, 0)

    expect(await refused({}, 1)).toMatchObject({ error_code: 10101, data: { field: 'oauth2_form.client_id' } })

    await save({ ...NOTHING, ...FORM, client_id: '', client_secret: '', host: '', token_path: '' }, 0)
    expect(await refused({}, 1)).toMatchObject({
      error_code: 10101,
      data: { field: 'oauth2_form.client_id, oauth2_form.host, oauth2_form.token_path' },
    })
  })
})
