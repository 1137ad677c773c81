import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser, Site } from '#tests/rest/harness.ts'
import { authenticator } from '#tests/support/authenticator.ts'
import { FeishuSite, WecomSite } from '#tests/support/chinese-sites.ts'
import { GithubSite } from '#tests/support/github-site.ts'
import {
  comeBack,
  companyForm,
  EVERYBODY,
  githubForm,
  logInThere,
  PROBLEM,
  savedSite,
  siteWithLogins,
  type Visited,
  wecomForm,
  whoIs,
} from '#tests/support/login-there.ts'
import { TEST_PASSWORD } from '#tests/support/services.ts'

let here: Site
let admin: Browser
const github = new GithubSite()
const [wecom, feishu] = [new WecomSite(), new FeishuSite()]

beforeAll(async () => {
  for (const there of [github, wecom, feishu]) await there.open()
  here = await siteWithLogins()
  admin = await here.browserOf(here.world.admin)
})
afterAll(async () => {
  await here.close()
  for (const there of [github, wecom, feishu]) there.close()
})
let number = 0
beforeEach(() => {
  number += 1
  github.person = { id: number, login: `octo${number}`, name: 'Octo', email: null }
  github.emails = []
  for (const there of [wecom, feishu])
    there.employee = { id: `e${number}`, name: `张${number}`, email: `zhang${number}@example.org` }
})

const saved = (id: string, form: object, isOpen = true) => savedSite(admin, id, form, isOpen)
const save = async (id: string, form: object, isOpen = true) =>
  expect(await saved(id, form, isOpen)).toMatchObject({ error_code: 0 })
const FORMS: Readonly<Record<string, () => object>> = {
  github: () => githubForm(github),
  wecom: () => wecomForm(wecom),
  feishu: () => companyForm('feishu', feishu),
}
const open = (id: string, changes: object = {}, isOpen = true) =>
  save(id, { ...FORMS[id]?.(), ...EVERYBODY, ...changes }, isOpen)
const logIn = (id: string, there: Visited, browser = here.browser()) => logInThere(browser, id, there)

describe('linking', () => {
  const person = async () => {
    const added = await here.world.addUser(`linker${number}`)
    return { username: added.username, browser: await here.browserOf(added) }
  }
  const link = async (browser: Browser, id: string, there: Visited, password = TEST_PASSWORD): Promise<string> => {
    const reply = await browser.post('account/linkLogin', { id, password })
    if (reply.error_code !== 0) return `refused ${reply.error_code}`
    return comeBack(browser, await there.visit(String(reply.data.url)))
  }
  const linked = async (browser: Browser): Promise<readonly string[]> =>
    ((await browser.post('account/linkedLogins')).data as { id: string; is_linked: number }[])
      .filter(({ is_linked: isLinked }) => isLinked === 1)
      .map(({ id }) => id)
  beforeEach(() => open('github'))

  it('is done by the person in their settings, with the password, and leads to the same account', async () => {
    const { username, browser } = await person()
    expect(await link(browser, 'oauth2-github', github, 'wrong')).toBe('refused 10216')
    expect(await link(browser, 'oauth2-github', github)).toBe('/user/login?redirect=%2Fuser%2Fsetting')

    expect(await linked(browser)).toEqual(['oauth2-github'])
    expect(await logIn('oauth2-github', github)).toEqual([username, '/user/login'])
    expect(await whoIs(browser)).toBe(username)
  })

  it('never follows from a name or an address, verified or not (threats O2)', async () => {
    const added = await here.world.addUser(`octo${number}`)
    github.emails = [{ email: added.account.email ?? '', primary: true, verified: true }]

    expect(await logIn('oauth2-github', github)).toEqual([undefined, `${PROBLEM}usernameTaken`])
    expect(await linked(await here.browserOf(added))).toEqual([])
  })

  it('takes nobody who has an account here, and one person of a site', async () => {
    await logIn('oauth2-github', github)
    const { browser } = await person()
    expect(await link(browser, 'oauth2-github', github)).toContain('problem=identityTaken')
    expect(await linked(browser)).toEqual([])

    github.person = { ...github.person, id: 1_000_000 + number }
    await link(browser, 'oauth2-github', github)
    github.person = { ...github.person, id: 2_000_000 + number }
    expect(await link(browser, 'oauth2-github', github)).toContain('problem=identityTaken')
  })

  it('ends when the browser has changed to somebody else, or to nobody, before the return', async () => {
    const [one, other] = [await person(), await here.browserOf(here.world.stranger)]
    const { data } = await one.browser.post('account/linkLogin', { id: 'oauth2-github', password: TEST_PASSWORD })
    const back = await github.visit(String(data.url))
    for (const name of ['sign-in', '__Host-sign-in']) {
      const cookie = one.browser.cookies.get(name)
      if (cookie !== undefined) other.cookies.set(name, cookie)
    }

    expect(await comeBack(other, back)).toContain('problem=linkNotGood')
    expect(await linked(other)).toEqual([])
    expect(await linked(one.browser)).toEqual([])
    await one.browser.post('account/linkLogin', { id: 'oauth2-github', password: TEST_PASSWORD })
    await one.browser.post('user/logout', { confirm: 1 })
    expect(await whoIs(one.browser)).toBeUndefined()
  })

  it('is undone with the password, which ends the sessions elsewhere, but not for the only way in', async () => {
    const { username, browser } = await person()
    await link(browser, 'oauth2-github', github)
    const elsewhere = here.browser()
    expect(await logIn('oauth2-github', github, elsewhere)).toEqual([username, '/user/login'])
    const unlink = (at: Browser, password: string) => at.post('account/unlinkLogin', { id: 'oauth2-github', password })
    expect((await unlink(browser, 'wrong')).error_code).toBe(10216)

    expect((await unlink(browser, TEST_PASSWORD)).error_code).toBe(0)
    expect(await whoIs(elsewhere)).toBeUndefined()
    expect(await whoIs(browser)).toBe(username)
    // That person counts as new here from now on.
    expect(await logIn('oauth2-github', github)).toEqual([`octo${number}`, '/user/login'])

    const only = here.browser()
    await logIn('oauth2-github', github, only)
    expect((await unlink(only, `octo${number}`)).error_code).toBe(10239)
    expect((await unlink(browser, TEST_PASSWORD)).error_code).toBe(10101)
  })

  it('lets nobody in by a site that was switched off before the second factor was shown', async () => {
    const { username, browser } = await person()
    const { secret } = (await browser.postJson('secondFactor/begin', { password: TEST_PASSWORD })).data
    const app = authenticator(String(secret), here.world.clock)
    await browser.postJson('secondFactor/switchOn', { code: app.code() })
    await link(browser, 'oauth2-github', github)
    const complete = (at: Browser) => at.post('user/completeSignIn', { second_factor: app.code(1) })
    const [left, back] = [here.browser(), here.browser()]
    for (const at of [left, back])
      expect(await logIn('oauth2-github', github, at)).toEqual([undefined, expect.stringContaining('secondFactor')])

    await open('github', {}, false)
    const whileOff = await complete(left)
    await open('github')

    expect([whileOff.error_code, await whoIs(left)]).toEqual([10404, undefined])
    expect((await complete(back)).data).toMatchObject({ username })
  })

  it('and unlinking are on record', async () => {
    const { browser } = await person()
    await link(browser, 'oauth2-github', github)
    await browser.post('account/unlinkLogin', { id: 'oauth2-github', password: TEST_PASSWORD })

    const { data } = await admin.post('audit/getList', { count: 20 })
    const actions = (data.list as { action: string }[]).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['account.loginLinked', 'account.loginUnlinked']))
  })
})

describe('a logout', () => {
  it('[LOGIN-18] leads to the logout of the site by which the session began', async () => {
    await open('github', { logout_redirect_uri: 'https://github.example/logout' })
    await open('wecom', { logout_redirect_uri: 'https://wecom.example/logout' })
    await open('feishu', { logout_redirect_uri: '' })
    const placeAfter = async (id: string, there: Visited) => {
      const browser = here.browser()
      await logIn(id, there, browser)
      return (await browser.post('user/logout', { confirm: 1 })).data.logout_redirect_uri
    }

    expect(await placeAfter('oauth2-github', github)).toBe('https://github.example/logout')
    expect(await placeAfter('oauth2-wecom', wecom)).toBe('https://wecom.example/logout')
    expect(await placeAfter('oauth2-feishu', feishu)).toBe('')
  })
})

describe('passwords', () => {
  const rule = (arePasswordsOn: boolean) =>
    admin.postJson('settings/write', { section: 'accounts', values: { arePasswordsOn } })

  it('are switched off only once an administrator has logged in in another way that is offered', async () => {
    await open('github')
    await logIn('oauth2-github', github)
    expect((await rule(false)).error_code).toBe(10236)
    const boss = await here.world.addUser(`boss${number}`, { isAdmin: true })
    const browser = await here.browserOf(boss)
    github.person = { ...github.person, id: 3_000_000 + number }
    const { data } = await browser.post('account/linkLogin', { id: 'oauth2-github', password: TEST_PASSWORD })
    await comeBack(browser, await github.visit(String(data.url)))
    // Linked, but not yet known to work.
    expect((await rule(false)).error_code).toBe(10236)
    expect(await logIn('oauth2-github', github)).toEqual([boss.username, '/user/login'])

    expect((await rule(false)).error_code).toBe(0)
    try {
      const password = TEST_PASSWORD
      const logInByPassword = () => here.browser().post('user/login', { username: boss.username, password })
      expect((await logInByPassword()).error_code).toBe(10235)
      expect((await here.browser().post('user/registerInfo')).data).toMatchObject({ is_open: 0 })
      expect(await logIn('oauth2-github', github)).toEqual([boss.username, '/user/login'])
    } finally {
      expect((await rule(true)).error_code).toBe(0)
    }
    await admin.postJson('oauthSites/remove', { id: 'github' })
    expect((await rule(false)).error_code).toBe(10236)
    await admin.post('adminUser/unmakeAdministrator', { uid: boss.id })
  })

  it('once off, keep the last way in which an administrator has logged in from being switched off or removed', async () => {
    await open('github')
    const boss = await here.world.addUser(`head${number}`, { isAdmin: true })
    const browser = await here.browserOf(boss)
    const { data } = await browser.post('account/linkLogin', { id: 'oauth2-github', password: TEST_PASSWORD })
    await comeBack(browser, await github.visit(String(data.url)))
    await logIn('oauth2-github', github)
    // Nobody who administers the site has come from here.
    await open('feishu')
    await logIn('oauth2-feishu', feishu)
    expect((await rule(false)).error_code).toBe(0)

    const [off, gone] = [await saved('github', {}, false), await admin.postJson('oauthSites/remove', { id: 'github' })]
    const other = await saved('feishu', {}, false)
    const renamed = await saved('github', { title: 'The forge' })

    expect([off.error_code, gone.error_code, other.error_code, renamed.error_code]).toEqual([10240, 10240, 0, 0])
    const uid = boss.id
    for (const call of ['adminUser/switchOff', 'adminUser/unmakeAdministrator'])
      expect((await admin.post(call, { uid })).error_code, call).toBe(10240)
    expect(await logIn('oauth2-github', github)).toEqual([boss.username, '/user/login'])
    expect((await rule(true)).error_code).toBe(0)
    expect((await saved('github', {}, false)).error_code).toBe(0)
  })
})
