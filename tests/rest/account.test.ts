import { beforeEach, describe, expect, it } from 'vitest'
import { siteSettings } from '#core/site/settings.ts'
import { writeSettings } from '#core/settings.ts'
import { site, type Browser, type Envelope, type Site } from './harness.ts'

const NEW_PASSWORD = 'a quieter owl at dawn'
const DAY_SECONDS = 24 * 3_600

let here: Site
beforeEach(async () => {
  here = await site({ hasLegibleCaptchas: true })
  return () => here.close()
})

const logIn = (browser: Browser, username: string, password: string, code = ''): Promise<Envelope> =>
  browser.post('user/login', { username, password, v_code: code })
const codeFor = async (browser: Browser): Promise<string> => (await browser.get('/api/common/verify?rand=0.1')).body
const form = (username: string, code: string) => ({
  username,
  password: NEW_PASSWORD,
  confirm_password: NEW_PASSWORD,
  v_code: code,
})
const exists = async (username: string): Promise<boolean> =>
  (await here.world.product.database.users.byLogin(username)) !== null
const register = async (username: string, change: Readonly<Record<string, string>> = {}): Promise<Envelope> => {
  const browser = here.browser()
  return browser.post('user/register', { ...form(username, await codeFor(browser)), ...change })
}
async function failTimes(times: number, username: string): Promise<number[]> {
  const codes: number[] = []
  for (let n = 0; n < times; n += 1) codes.push((await logIn(here.browser(), username, 'wrong')).error_code)
  return codes
}

describe('logging in', () => {
  it('[LOGIN-02] [API-005] [ENT-USER-01] [ENT-USER-02] [ENT-USER-03] [ENT-USER-04] [ENT-USER-05] [ENT-USER-06] gives the user info', async () => {
    const { owner, password } = here.world

    const reply = await logIn(here.browser(), owner.username, password)

    expect(reply).toEqual({
      error_code: 0,
      error_message: '',
      data: {
        uid: owner.id,
        username: owner.username,
        name: 'olivia',
        email: owner.account.email,
        email_verify: 1,
        groupid: 2,
        user_token: expect.stringMatching(/^[\w-]{43}$/),
      },
    })
  })

  it('[LOGIN-14] [CONST-27] sets a cookie for about 180 days that scripts cannot read', async () => {
    const { owner, password } = here.world
    const response = await here.browser().request({
      method: 'POST',
      url: '/api/user/login',
      payload: { username: owner.username, password },
    })

    const cookie = response.cookies.find(({ name }) => name === 'token')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect((cookie?.maxAge ?? 0) / DAY_SECONDS).toBeCloseTo(180, 0)
  })

  it('[LOGIN-15] [TOKEN-06] [API-010] lets a program use the token as a form field', async () => {
    const { owner, password } = here.world
    const { data } = await logIn(here.browser(), owner.username, password)

    const reply = await here.browser().post('user/info', { user_token: data.user_token })

    expect(reply.data).toMatchObject({ uid: owner.id, username: owner.username, user_token: '' })
  })

  it('lets a program use the token in the header that ShowDoc 3 takes', async () => {
    const { owner, password } = here.world
    const { data } = await logIn(here.browser(), owner.username, password)
    const program = (token: string) => here.browser({ 'x-api-token': token })

    expect((await program(data.user_token).post('user/info')).data).toMatchObject({ uid: owner.id })
    expect((await program('x'.repeat(43)).post('user/info')).error_code).toBe(10102)
  })

  it('[LOGIN-16] lets a browser go on with its cookie alone', async () => {
    const browser = await here.browserOf(here.world.owner)

    expect((await browser.post('user/info')).data.username).toBe(here.world.owner.username)
  })

  it('[LOGIN-20] refuses a wrong password without a token', async () => {
    const browser = here.browser()

    const reply = await logIn(browser, here.world.owner.username, 'wrong')

    expect(reply).toEqual({ error_code: 10204, error_message: expect.stringMatching(/./), data: {} })
    expect(browser.cookies.size).toBe(0)
  })

  it('[LOGIN-21] [CONST-47] answers 10210 to the fifth failure and 10206 from then on', async () => {
    expect(await failTimes(7, here.world.owner.username)).toEqual([10204, 10204, 10204, 10204, 10210, 10206, 10206])
  })

  it('[LOGIN-22] refuses an unknown username like a wrong password, each time', async () => {
    const { owner } = here.world
    const known = await logIn(here.browser(), owner.username, 'wrong')
    const unknown = await logIn(here.browser(), 'nobody-at-all', 'wrong')

    expect(unknown).toEqual(known)
    expect(await failTimes(6, 'nobody-at-all')).toEqual(await failTimes(6, owner.username))
  })

  it('[LOGIN-27] never shows a password', async () => {
    const { owner, password } = here.world

    const text = JSON.stringify(await logIn(here.browser(), owner.username, password))

    expect(text).not.toContain(password)
    expect(text).not.toMatch(/password|argon2/)
  })

  it('takes the code that this browser was shown, and not that of another', async () => {
    const { owner, password } = here.world
    const [mine, other] = [here.browser(), here.browser()]
    await failTimes(6, owner.username)
    const codes = { mine: await codeFor(mine), other: await codeFor(other) }

    expect((await logIn(mine, owner.username, password, codes.other)).error_code).toBe(10206)
    expect((await logIn(mine, owner.username, password, codes.mine)).error_code).toBe(10206)
    expect((await logIn(mine, owner.username, password, await codeFor(mine))).error_code).toBe(0)
  })

  it('looks at five of many tries made at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => logIn(here.browser(), here.world.owner.username, 'wrong')),
    )

    expect(replies.filter(({ error_code }) => error_code !== 10206)).toHaveLength(5)
  })
})

describe('logging out', () => {
  it('[LOGIN-19] [API-016] ends the token and the cookie', async () => {
    const browser = await here.browserOf(here.world.owner)
    const token = browser.cookies.get('token') ?? ''

    const reply = await browser.post('user/logout', { confirm: 1 })

    expect(reply).toMatchObject({ error_code: 0, data: { logout_redirect_uri: '' } })
    expect(browser.cookies.has('token')).toBe(false)
    expect((await here.browser().post('user/info', { user_token: token })).error_code).toBe(10102)
  })

  it('does nothing unless it is confirmed', async () => {
    const browser = await here.browserOf(here.world.owner)

    expect((await browser.post('user/logout')).error_code).toBe(10101)
    expect((await browser.post('user/logout', { confirm: 0 })).error_code).toBe(10101)
    expect((await browser.post('user/info')).error_code).toBe(0)
  })

  it('leaves the other sessions of the person alone', async () => {
    const [phone, desk] = [await here.browserOf(here.world.owner), await here.browserOf(here.world.owner)]

    await phone.post('user/logout', { confirm: 1 })

    expect((await desk.post('user/info')).error_code).toBe(0)
  })
})

describe('registering', () => {
  it('[REG-02] [REG-07] [REG-08] [API-009] makes an ordinary account that can log in', async () => {
    const made = await register('nora')

    expect(made).toMatchObject({ error_code: 0, data: { username: 'nora', groupid: 2, email: '', email_verify: 0 } })
    expect((await logIn(here.browser(), 'nora', NEW_PASSWORD)).data).toMatchObject({ uid: made.data.uid, groupid: 2 })
  })

  it('[REG-08] makes nobody an administrator, whatever is sent along', async () => {
    const made = await register('greta', { groupid: '1', is_admin: '1', uid: '1' })

    expect(made.data.groupid).toBe(2)
  })

  it('[REG-03] is refused with a wrong code, and makes nobody', async () => {
    expect((await register('olga', { v_code: 'XXXXX' })).error_code).toBe(10206)
    expect((await here.browser().post('user/register', form('olga', ''))).error_code).toBe(10206)
    expect(await exists('olga')).toBe(false)
  })

  it('[REG-05] is refused when the passwords differ', async () => {
    expect((await register('petra', { confirm_password: 'a louder owl at dusk' })).error_code).toBe(10215)
    expect(await exists('petra')).toBe(false)
  })

  it('[REG-06] is refused when registration is closed', async () => {
    await writeSettings(here.world.product.database, siteSettings, { registerOpen: false })

    expect((await register('quinn')).error_code).toBe(10211)
    expect(await exists('quinn')).toBe(false)

    await writeSettings(here.world.product.database, siteSettings, {})
  })

  it('[REG-09] is refused for a name that exists, in any letter case', async () => {
    expect((await register(here.world.owner.username)).error_code).toBe(10212)
    expect((await register(here.world.owner.username.toUpperCase())).error_code).toBe(10212)
  })

  it('[REG-09] gives a name to one of two who want it at the same moment', async () => {
    const replies = await Promise.all([register('rosa'), register('rosa')])

    expect(replies.map(({ error_code }) => error_code).toSorted()).toEqual([0, 10212])
  })

  it('is refused for names and passwords against the rules', async () => {
    expect((await register('x')).error_code).toBe(10218)
    expect((await register('ad\u202emin')).error_code).toBe(10218)
    for (const password of ['password1', 'snoopy1', 'HelloKitty']) {
      expect((await register('sara', { password, confirm_password: password })).error_code).toBe(10214)
    }
  })
})

describe('the own account', () => {
  it('[USET-02] [API-013] gets a new name', async () => {
    const browser = await here.browserOf(here.world.owner)

    expect((await browser.post('user/updateInfo', { name: '欧莉 Ø' })).error_code).toBe(0)

    expect((await browser.post('user/info')).data.name).toBe('欧莉 Ø')
  })

  it('[USET-04] [USET-11] [API-011] gets a new password, which ends the other sessions', async () => {
    const { owner, password } = here.world
    const [browser, elsewhere] = [await here.browserOf(owner), await here.browserOf(owner)]

    const reply = await browser.post('user/resetPassword', { password, new_password: NEW_PASSWORD })

    expect(reply.error_code).toBe(0)
    expect((await elsewhere.post('user/info')).error_code).toBe(10102)
    expect((await browser.post('user/info')).error_code).toBe(0)
    expect((await logIn(here.browser(), owner.username, NEW_PASSWORD)).error_code).toBe(0)
    expect((await logIn(here.browser(), owner.username, password)).error_code).toBe(10204)
  })

  it('[USET-11] gives programs a new token in place of the one that ended', async () => {
    const { owner, password } = here.world
    const { user_token } = (await logIn(here.browser(), owner.username, password)).data
    const program = here.browser()

    const { data } = await program.post('user/resetPassword', { user_token, password, new_password: NEW_PASSWORD })

    expect((await here.browser().post('user/info', { user_token })).error_code).toBe(10102)
    expect((await here.browser().post('user/info', { user_token: data.user_token })).error_code).toBe(0)
  })

  it('[USET-05] keeps its password when the old one is wrong', async () => {
    const { owner, password } = here.world
    const browser = await here.browserOf(owner)

    const reply = await browser.post('user/resetPassword', { password: 'wrong', new_password: NEW_PASSWORD })

    expect(reply.error_code).toBe(10216)
    expect((await browser.post('user/info')).error_code).toBe(0)
    expect((await logIn(here.browser(), owner.username, password)).error_code).toBe(0)
  })

  it('[TOKEN-07] is asked for in vain by a visitor', async () => {
    expect((await here.browser().post('user/info', { redirect_login: 'false' })).error_code).toBe(10102)
  })

  it('[ERR-19] is not shown for a token that is not good', async () => {
    expect((await here.browser().post('user/info', { user_token: 'x'.repeat(43) })).error_code).toBe(10102)
  })

  it('ends with the day: a token is no longer good after 180 days, or 30 unused', async () => {
    const { owner, password, clock } = here.world
    const { user_token } = (await logIn(here.browser(), owner.username, password)).data
    const ask = async () => (await here.browser().post('user/info', { user_token })).error_code

    clock.advance(31 * DAY_SECONDS * 1000)

    expect(await ask()).toBe(10102)
  })
})

describe('other people', () => {
  it('[API-017] are found by part of their username, with uid, username and name only', async () => {
    const browser = await here.browserOf(here.world.owner)
    const { username, id } = here.world.stranger

    const { data } = await browser.post('user/allUser', { username: username.slice(1) })

    expect(data).toEqual([{ uid: id, username, name: 'stefan' }])
  })

  it('[API-017] are found by part of their name, and not by their e-mail address', async () => {
    const browser = await here.browserOf(here.world.owner)
    const { id } = await here.world.addUser('wxm', { name: '王小梅', email: 'hidden.address@example.org' })

    const { data } = await browser.post('user/allUser', { username: '小梅' })

    expect(data.map(({ uid }: { uid: number }) => uid)).toEqual([id])
    expect((await browser.post('user/allUser', { username: 'hidden.address' })).data).toEqual([])
  })

  it('are never listed to visitors', async () => {
    for (const username of ['', 'e'])
      expect((await here.browser().post('user/allUser', { username })).error_code).toBe(10102)
  })
})

describe('what everybody may ask', () => {
  it('[HOME-09] [API-001] is the home page, by POST and by GET', async () => {
    const visitor = here.browser()
    const expected = { error_code: 0, error_message: '', data: { beian: '', home_page: 1, home_item: 0 } }

    expect(await visitor.post('common/homePageSetting')).toEqual(expected)
    expect((await visitor.get('/api/common/homePageSetting')).json()).toEqual(expected)
  })

  it('[API-002] is a picture with a code, never to be kept', async () => {
    const reply = await here.browser().get('/api/common/verify?rand=0.4711')

    expect(reply.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': expect.stringContaining('no-store'),
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(reply.cookies).toMatchObject([{ name: 'captcha', httpOnly: true }])
  })

  it('[API-003] [CONST-45] is a QR code of any address, as large as asked, with 3 pixels a module otherwise', async () => {
    const sized = async (size: string) => (await here.browser().get(`/api/common/qrcode?${size}url=x`)).body
    expect(await sized('')).toBe(await sized('size=3&'))
    expect(await sized('')).not.toBe(await sized('size=4&'))
    const reply = await here.browser().get('/api/common/qrcode?size=5&url=https%3A%2F%2Fdocs.example.org%2F1')

    expect(reply.headers['content-type']).toBe('image/svg+xml')
    expect(reply.body).toContain('width="165"')
    expect((await here.browser().get('/api/common/qrcode?size=99&url=x')).json().error_code).toBe(10101)
  })

  it('[API-004] is the version', async () => {
    expect((await here.browser().get('/api/common/version')).json().data.version).toMatch(/^\d+\.\d+\.\d+$/)
  })

  it('[API-006] is that nobody logs in through another site', async () => {
    expect((await here.browser().get('/api/user/oauthInfo')).json().data).toEqual({
      oauth2_open: 0,
      oauth2_entrance_tips: '',
    })
  })

  it('[API-008] is that old things are cleared away', async () => {
    expect((await here.browser().get('/api/ScriptCron/run')).json()).toMatchObject({ error_code: 0 })
    expect((await here.browser().get('/api/scriptcron/run')).json()).toMatchObject({ error_code: 0 })
  })

  it('[ERR-01] is answered with code and message, good or bad', async () => {
    const good = await here.browser().post('common/homePageSetting')
    const bad = await here.browser().post('user/info')

    expect(good).toMatchObject({ error_code: 0, error_message: '' })
    expect(bad).toMatchObject({ error_code: 10102, error_message: 'Please log in.' })
  })

  it('is answered in the language of the browser', async () => {
    const chinese = here.browser({ 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' })

    expect((await logIn(chinese, 'nobody', 'wrong')).error_message).toBe('用户名或密码错误。')
  })
})

describe('calls of accounts that need a login', () => {
  it.each(['user/info', 'user/updateInfo', 'user/resetPassword', 'user/logout', 'user/allUser'])(
    '[ERR-18] tell a visitor so first: %s',
    async (path) => {
      expect((await here.browser().post(path)).error_code).toBe(10102)
    },
  )

  it.each(['user/login', 'user/register', 'user/setUp'])('[ERR-20] refuse what is missing: %s', async (path) => {
    expect((await here.browser().post(path)).error_code).toBe(10101)
    expect((await here.browser().postJson(path, { username: { a: 1 }, password: [1] })).error_code).toBe(10101)
  })
})
