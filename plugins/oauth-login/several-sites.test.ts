import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser, Site } from '#tests/rest/harness.ts'
import { DingtalkSite, FeishuSite, WecomSite } from '#tests/support/chinese-sites.ts'
import { GithubSite } from '#tests/support/github-site.ts'
import {
  comeBack,
  companyForm,
  EVERYBODY,
  githubForm,
  HERE,
  locationOf,
  logInThere,
  PROBLEM,
  savedSite,
  siteWithLogins,
  startOf,
  type Visited,
  wecomForm,
  whoIs,
} from '#tests/support/login-there.ts'
import { OauthSite } from '#tests/support/oauth-site.ts'
import { OpenIdSite, SHAPES } from '#tests/support/open-id-sites.ts'
import { dingtalk as dingtalkKind } from './kinds/dingtalk.ts'
import { asSite, oauthSettings } from './settings.ts'

const EMPTY = asSite(oauthSettings.schema.parse({}))
const OPEN_ID = ['gitlab', 'gitea', 'keycloak', 'azure'] as const
const finish = (id: string): string => `${HERE}/user/login/${id}/finish`

let here: Site
let admin: Browser
const [plain, github] = [new OauthSite(), new GithubSite()]
const openId = OPEN_ID.map((preset) => ({
  preset,
  site: new OpenIdSite(SHAPES[preset], [finish(`oauth2-${preset}`)]),
}))
const [wecom, dingtalk, feishu] = [
  new WecomSite([finish('oauth2-wecom')]),
  new DingtalkSite([finish('oauth2-dingtalk')]),
  new FeishuSite([finish('oauth2-feishu')]),
]
const ALL_SITES = [plain, github, wecom, dingtalk, feishu, ...openId.map(({ site }) => site)]

beforeAll(async () => {
  for (const there of ALL_SITES) await there.open()
  here = await siteWithLogins()
  admin = await here.browserOf(here.world.admin)
})
afterAll(async () => {
  await here.close()
  for (const there of ALL_SITES) there.close()
})
let number = 0
beforeEach(() => {
  number += 1
  for (const { preset, site } of openId)
    site.person = { sub: `sub-${number}`, preferred_username: `${preset}${number}@example.org`, name: '林' }
  plain.person = { id: number, login: `wei${number}`, name: 'Wei' }
  github.person = { id: number, login: `octo${number}`, name: 'Octo', email: null }
  github.emails = []
  for (const there of [wecom, dingtalk, feishu])
    there.employee = { id: `e${number}`, name: `张${number}`, email: `zhang${number}@example.org` }
  wecom.isMember = true
  dingtalk.mayReadPeople = true
  feishu.allRight = 0
  for (const there of [wecom, dingtalk, feishu]) there.isDeclined = false
})

const saved = (id: string, form: object, isOpen = true) => savedSite(admin, id, form, isOpen)
const save = async (id: string, form: object, isOpen = true) =>
  expect(await saved(id, form, isOpen)).toMatchObject({ error_code: 0 })
const FORMS: Readonly<Record<string, () => object>> = {
  github: () => githubForm(github),
  wecom: () => wecomForm(wecom),
  dingtalk: () => companyForm('dingtalk', dingtalk),
  feishu: () => companyForm('feishu', feishu),
  ...Object.fromEntries(
    openId.map(({ preset, site }) => [
      preset,
      () => ({
        ...{ preset, issuer: site.typedIssuer, client_id: site.client.id, client_secret: site.client.secret },
      }),
    ]),
  ),
}
const open = (id: string, changes: object = {}) => save(id, { ...FORMS[id]?.(), ...EVERYBODY, ...changes })
const theForm = async (isOpen = 1) =>
  admin.postJson('adminSetting/saveOauth2Config', {
    oauth2_open: isOpen,
    oauth2_form: {
      ...{ client_id: plain.client.id, client_secret: plain.client.secret, protocol: 'http', host: plain.host },
      ...{ authorize_path: '/oauth/authorize', token_path: '/oauth/token', userinfo_path: '/me' },
      ...{ entrance_tips: 'The form', ...EVERYBODY },
    },
  })
const logIn = (id: string, there: Visited, browser = here.browser()) => logInThere(browser, id, there)

const THERE: Readonly<Record<string, readonly [string, Visited, () => string]>> = {
  GitHub: ['github', github, () => `octo${number}`],
  WeCom: ['wecom', wecom, () => `e${number}`],
  DingTalk: ['dingtalk', dingtalk, () => `张${number}`],
  Feishu: ['feishu', feishu, () => `ene${number}`],
  ...Object.fromEntries(openId.map(({ preset, site }) => [preset, [preset, site, () => `${preset}${number}`]])),
}

describe('several sites at once', () => {
  it('each has a button, a text and a picture of its own, the one of the specification first', async () => {
    await theForm()
    await open('github', { entrance_tips: 'Log in by GitHub' })
    await open('wecom', { title: '企业微信', icon: 'none' })
    await save('closed', { preset: 'github', ...FORMS['github']?.() }, false)

    const { data } = await here.browser().post('user/loginWays')
    expect(data.redirects).toEqual([
      expect.objectContaining({ id: 'oauth2', button_text: 'The form' }),
      expect.objectContaining({ id: 'oauth2-github', title: 'GitHub', button_text: 'Log in by GitHub' }),
      expect.objectContaining({ id: 'oauth2-wecom', title: '企业微信', button_text: '' }),
    ])
    // Programs written for the specification see a single site.
    expect((await here.browser().post('user/oauthInfo')).data).toEqual({
      oauth2_open: 1,
      oauth2_entrance_tips: 'The form',
    })
    expect(await logIn('oauth2', plain)).toEqual([`wei${number}`, '/user/login'])
    await theForm(0)
    expect((await here.browser().post('user/oauthInfo')).data).toMatchObject({ oauth2_open: 1 })
  })

  it.each(Object.keys(THERE))('people come back from %s, to the same account each time', async (name) => {
    const [id, there, username] = THERE[name] ?? ['', plain, () => '']
    await open(id)

    expect(await logIn(`oauth2-${id}`, there)).toEqual([username(), '/user/login'])
    expect(await logIn(`oauth2-${id}`, there)).toEqual([username(), '/user/login'])
  })

  it.each(Object.keys(THERE))('nobody comes back from %s while the secret is wrong', async (name) => {
    const [id, there] = THERE[name] ?? ['', plain]
    await open(id, { client_secret: 'of another application' })

    const [who, landed] = await logIn(`oauth2-${id}`, there)
    expect(who).toBeUndefined()
    expect(landed).toContain(PROBLEM)
    await open(id)
    expect(await logIn(`oauth2-${id}`, there)).toEqual([THERE[name]?.[2](), '/user/login'])
  })

  it('Lark says by a text as well that all went right', async () => {
    await open('feishu')
    feishu.allRight = '0'

    expect((await logIn('oauth2-feishu', feishu))[0]).toBe(`ene${number}`)
  })

  it('whoever does not want to log in is told so, however the site says it', async () => {
    const landed: string[] = []
    for (const [id, there] of [
      ['wecom', wecom],
      ['dingtalk', dingtalk],
      ['feishu', feishu],
    ] as const) {
      await open(id)
      there.isDeclined = true
      landed.push((await logIn(`oauth2-${id}`, there))[1])
    }

    expect(landed).toEqual(Array.from({ length: 3 }, () => `${PROBLEM}wrongLogin`))
  })

  it('what DingTalk refuses is told by its name to whoever reads the log', async () => {
    dingtalk.mayReadPeople = false
    const back = new URL(await dingtalk.visit(await locationOf(here.browser().get(startOf('oauth2-dingtalk')))), HERE)
    const { protocol, host, ...settings } = { ...companyForm('dingtalk', dingtalk), protocol: 'http' as const }

    const refused = dingtalkKind.come({
      ...{ settings: { ...EMPTY, protocol, host, clientId: settings.client_id, clientSecret: settings.client_secret } },
      ...{ query: Object.fromEntries(back.searchParams), callbackUrl: '', codeVerifier: '' },
      ...{ services: here.world.product.services, signal: AbortSignal.timeout(30_000) },
    })
    await expect(refused).rejects.toThrow('(code "Forbidden.AccessDenied.AccessTokenPermissionDenied")')
  })

  it('the same number at two sites is two people', async () => {
    for (const id of ['wecom', 'feishu']) await open(id)
    wecom.employee = { id: `same${number}`, name: 'A', email: '' }
    feishu.employee = { id: `same${number}`, name: 'B', email: '' }

    const [first] = await logIn('oauth2-wecom', wecom)
    const [second] = await logIn('oauth2-feishu', feishu)
    expect(first).not.toBe(second)
  })

  it('a return from one site is refused at the address of another (mix-up, RFC 9700)', async () => {
    for (const id of ['github', 'wecom', 'gitlab']) await open(id)
    const browser = here.browser()
    const back = await github.visit(await locationOf(browser.get(startOf('oauth2-github'))))

    const crossed = back.replace('oauth2-github', 'oauth2-wecom')
    expect(await comeBack(browser, crossed)).toBe(`${PROBLEM}linkNotGood`)
    // That attempt has used it up.
    expect(await comeBack(browser, back)).toBe(`${PROBLEM}linkNotGood`)
    expect(await whoIs(browser)).toBeUndefined()
  })

  it('a code goes to the site it came from, and to no other', async () => {
    for (const id of ['wecom', 'feishu']) await open(id)
    const browser = here.browser()
    const address = new URL(await locationOf(browser.get(startOf('oauth2-wecom'))))
    const asked = feishu.asked.length

    expect(address.searchParams.get('redirect_uri')).toBe(finish('oauth2-wecom'))
    await comeBack(browser, await wecom.visit(address.href))
    expect(feishu.asked).toHaveLength(asked)
  })

  it('a state of another browser is refused', async () => {
    await open('dingtalk')
    const back = await dingtalk.visit(await locationOf(here.browser().get(startOf('oauth2-dingtalk'))))

    expect(await comeBack(here.browser(), back)).toBe(`${PROBLEM}linkNotGood`)
  })

  it('a code that was used is refused by every site', async () => {
    for (const name of Object.keys(THERE)) {
      const [id, there] = THERE[name] ?? ['', plain]
      await open(id)
      const first = here.browser()
      const used = new URL(await there.visit(await locationOf(first.get(startOf(`oauth2-${id}`)))), HERE)
      expect(await comeBack(first, used.pathname + used.search), name).not.toContain(PROBLEM)
      const code = used.searchParams.has('authCode') ? 'authCode' : 'code'
      for (const other of [used.searchParams.get(code) ?? '', 'of nobody']) {
        const browser = here.browser()
        const own = new URL(await there.visit(await locationOf(browser.get(startOf(`oauth2-${id}`)))), HERE)
        own.searchParams.set(code, other)

        expect(await comeBack(browser, own.pathname + own.search), name).toBe(`${PROBLEM}notAvailable`)
        expect(used.pathname).toBe(own.pathname)
      }
    }
  })

  it('one that is switched off or removed is off at once, for those who are on their way, too', async () => {
    await open('github')
    const browser = here.browser()
    const back = await github.visit(await locationOf(browser.get(startOf('oauth2-github'))))
    await save('github', {}, false)
    expect(await comeBack(browser, back)).toBe(`${PROBLEM}notAvailable`)
    expect(await locationOf(here.browser().get(startOf('oauth2-github')))).toBe(`${PROBLEM}notAvailable`)

    await open('github')
    await admin.postJson('oauthSites/remove', { id: 'github' })
    expect(await locationOf(here.browser().get(startOf('oauth2-github')))).toBe(`${PROBLEM}notAvailable`)
    expect((await admin.post('oauthSites/list')).data.sites).not.toContainEqual(
      expect.objectContaining({ id: 'github' }),
    )
    // A new site with this name starts without any settings.
    await save('github', { preset: 'github' }, false)
    const { data } = await admin.post('oauthSites/list')
    const form = data.sites.find(({ id }: { id: string }) => id === 'github').form
    expect(form).toMatchObject({ client_id: '', client_secret: '', host: '' })
  })
})

describe('WeCom', () => {
  beforeEach(() => open('wecom'))

  it('lets in members of the company alone', async () => {
    wecom.isMember = false

    expect(await logIn('oauth2-wecom', wecom)).toEqual([undefined, `${PROBLEM}notAvailable`])
  })

  it('is asked for the token of the application once, however many log in', async () => {
    await logIn('oauth2-wecom', wecom)
    const before = wecom.asked.filter((path) => path === '/cgi-bin/gettoken').length
    await Promise.all(Array.from({ length: 4 }, () => logIn('oauth2-wecom', wecom)))

    expect(wecom.asked.filter((path) => path === '/cgi-bin/gettoken')).toHaveLength(before)
  })

  it('is asked for another one when the token has ended before its time', async () => {
    await logIn('oauth2-wecom', wecom)
    wecom.forgetTokens()

    expect(await logIn('oauth2-wecom', wecom)).toEqual([`e${number}`, '/user/login'])
  })
})

describe('who gets an account', () => {
  it('can depend on the company people chose at DingTalk', async () => {
    await open('dingtalk', { new_accounts: 'claim', account_claim: 'corpId', account_claim_value: 'dingcorp1' })
    dingtalk.corpId = 'dingcorp2'
    expect(await logIn('oauth2-dingtalk', dingtalk)).toEqual([undefined, `${PROBLEM}registrationClosed`])
    dingtalk.corpId = 'dingcorp1'
    expect(await logIn('oauth2-dingtalk', dingtalk)).toEqual([`张${number}`, '/user/login'])
  })

  it('can depend on an address that GitHub has verified, and on none that the profile shows', async () => {
    await open('github', { new_accounts: 'mailDomains', account_domains: 'example.org' })
    github.person = { ...github.person, email: 'shown@example.org' }
    github.emails = [
      { email: 'shown@example.org', primary: false, verified: false },
      { email: 'own@elsewhere.example', primary: true, verified: true },
    ]
    expect(await logIn('oauth2-github', github)).toEqual([undefined, `${PROBLEM}registrationClosed`])

    github.emails = [{ email: `octo${number}@example.org`, primary: true, verified: true }]
    expect(await logIn('oauth2-github', github)).toEqual([`octo${number}`, '/user/login'])
  })
})

describe('a form of a site', () => {
  it.each([
    ['github', 'client_secret'],
    ['wecom', 'agent_id'],
    ['keycloak', 'issuer'],
  ])('of %s is not switched on without %s', async (id, field) => {
    await admin.postJson('oauthSites/remove', { id })
    const reply = await saved(id, { ...FORMS[id]?.(), [field]: '' })

    expect(reply).toMatchObject({ error_code: 10101, data: { field: `form.${field}` } })
    expect((await admin.post('oauthSites/list')).data.sites).not.toContainEqual(expect.objectContaining({ id }))
  })

  it('keeps its secret sealed, shows it to nobody, and asks for it when it would go elsewhere (D73)', async () => {
    await open('feishu')
    const shown = JSON.stringify((await admin.post('oauthSites/list')).data)
    expect(shown).not.toContain(feishu.client.secret)
    const kept = await here.world.product.database.settings.read('plugin.oauth-login.site-feishu')
    expect(JSON.stringify(kept)).not.toContain(feishu.client.secret)

    await save('feishu', { client_secret: '********', title: 'F' })
    for (const change of [{ host: '127.0.0.1:1' }, { preset: 'dingtalk' }])
      expect(await saved('feishu', change)).toMatchObject({
        error_code: 10101,
        data: { field: 'form.client_secret' },
      })
  })

  it('is for administrators alone', async () => {
    const [stranger, visitor] = [await here.browserOf(here.world.stranger), here.browser()]
    for (const address of ['oauthSites/list', 'oauthSites/save', 'oauthSites/remove']) {
      expect((await stranger.postJson(address, { id: 'github' })).error_code, address).toBe(10103)
      expect((await visitor.postJson(address, { id: 'github' })).error_code, address).toBe(10102)
    }
  })

  it('takes no id that could be another address, and no more than twenty', async () => {
    for (const id of ['', 'a-b', 'A', '../x', 'x'.repeat(21)])
      expect((await saved(id, {}, false)).error_code).toBe(10101)
    const { data } = await admin.post('oauthSites/list')
    const many = Array.from({ length: 20 - data.sites.length }, (_, at) => `more${at}`)
    for (const id of many) await save(id, {}, false)
    expect((await saved('onemore', {}, false)).error_code).toBe(10413)
    for (const id of many) await admin.postJson('oauthSites/remove', { id })
  })
})
