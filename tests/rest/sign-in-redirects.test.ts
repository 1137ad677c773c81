import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FakeSignInSite, signInPlugin, type Faults } from '#tests/support/sign-in-site.ts'
import { site, type Browser, type Site } from './harness.ts'

const START = '/user/login/elsewhere/start'
const FINISH = '/user/login/elsewhere/finish'

const faults: Faults = { start: null, finish: null }
const other = new FakeSignInSite()
let here: Site
beforeAll(async () => {
  await other.open()
  here = await site({ contributes: signInPlugin(other, faults).contributes })
})
afterAll(async () => {
  await here.close()
  await other.close()
})
let number = 0
beforeEach(() => {
  Object.assign(faults, { start: null, finish: null })
  number += 1
  other.person = { externalId: `sub-${number}`, username: `lin${number}`, name: '林' }
})

const pathOf = async (asked: ReturnType<Browser['get']>): Promise<string> => String((await asked).headers.location)
const foreign = { 'sec-fetch-site': 'cross-site' }
/** Leaves for the other site. @returns where it sends the browser back to */
const leave = async (browser: Browser, query = ''): Promise<string> =>
  other.visit(await pathOf(browser.get(START + query)))
const comeBack = (browser: Browser, path: string) => browser.request({ method: 'GET', url: path, headers: foreign })
const landing = async (browser: Browser, path: string): Promise<string> =>
  String((await comeBack(browser, path)).headers.location)
const whoIs = async (browser: Browser): Promise<unknown> => (await browser.post('user/info')).data.username
const usersThere = () => here.world.product.database.users.countAll()

describe('logging in at another site', () => {
  it('[LOGIN-26] leads there, back, and on to where one wanted to go, logged in with an account of one’s own', async () => {
    const browser = here.browser()

    const back = await leave(browser, '?redirect=/item/index')

    expect(await landing(browser, back)).toBe('/user/login?redirect=%2Fitem%2Findex')
    expect((await browser.post('user/info')).data).toMatchObject({ username: other.person?.username, groupid: 2 })
    const again = here.browser()
    expect(await landing(again, await leave(again))).toBe('/user/login')
    expect(await whoIs(again)).toBe(other.person?.username)
  })

  it('goes on after a program has looked at the address of the return (HEAD)', async () => {
    const browser = here.browser()
    const back = await leave(browser)
    await browser.request({ method: 'HEAD', url: back, headers: foreign })

    expect(await landing(browser, back)).toBe('/user/login')
    expect(await whoIs(browser)).toBe(other.person?.username)
  })

  it('is offered with its name in the language of the caller (LOGIN-08)', async () => {
    const english = await here.browser().get('/api/user/loginWays')
    const chinese = here.browser({ 'accept-language': 'zh-CN' })

    expect(english.json().data).toEqual({
      methods: [],
      redirects: [{ id: 'elsewhere', title: 'the company account', button_text: '' }],
    })
    expect((await chinese.get('/api/user/oauthInfo')).json().data).toEqual({
      oauth2_open: 1,
      oauth2_entrance_tips: '公司账号',
    })
  })

  it('keeps a cookie for ten minutes that only this browser has and no script can read', async () => {
    const reply = await here.browser().get(START)

    expect(reply.cookies).toMatchObject([{ name: 'sign-in', httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 }])
    expect(reply.headers.location).not.toContain(reply.cookies[0]?.value ?? '')
  })

  it('ends the former session of the browser, and no other', async () => {
    const { owner, password } = here.world
    const [browser, elsewhere] = [await here.browserOf(owner), here.browser()]
    const { user_token: former } = await browser.logIn(owner.username, password)
    await elsewhere.logIn(owner.username, password)

    await comeBack(browser, await leave(browser))

    expect(await whoIs(browser)).toBe(other.person?.username)
    expect((await here.browser().post('user/info', { user_token: former })).error_code).toBe(10102)
    expect(await whoIs(elsewhere)).toBe(owner.username)
  })
})

describe('a return from another site is refused', () => {
  const problem = (kind: string): string => `/user/login?problem=${kind}`
  const refused = async (browser: Browser, path: string): Promise<string> => {
    const before = await usersThere()
    const landed = await landing(browser, path)
    expect(await usersThere()).toBe(before)
    return landed
  }

  it('in a browser that did not begin it, so that nobody is logged in as somebody else (threats O1)', async () => {
    const back = await leave(here.browser())
    const victim = here.browser()
    await leave(victim)

    expect(await refused(victim, back)).toBe(problem('linkNotGood'))
    expect(await refused(here.browser(), back)).toBe(problem('linkNotGood'))
  })

  it('a second time, also when the cookie is sent again', async () => {
    const browser = here.browser()
    const back = await leave(browser)
    const cookie = browser.cookies.get('sign-in') ?? ''
    await comeBack(browser, back)
    const again = here.browser()
    again.cookies.set('sign-in', cookie)

    expect(browser.cookies.has('sign-in')).toBe(false)
    expect(await refused(again, back)).toBe(problem('linkNotGood'))
  })

  it('after ten minutes, with a cookie that was changed, and without a state', async () => {
    const [late, changed, without] = [here.browser(), here.browser(), here.browser()]
    const back = await leave(late)
    const backChanged = await leave(changed)
    changed.cookies.set('sign-in', `${changed.cookies.get('sign-in')}x`)
    await leave(without)

    expect(await refused(changed, backChanged)).toBe(problem('linkNotGood'))
    expect(await refused(without, `${FINISH}?code=x`)).toBe(problem('linkNotGood'))
    here.world.clock.advance(10 * 60_000)
    expect(await refused(late, back)).toBe(problem('linkNotGood'))
  })

  it('when the other site knows nobody, or somebody whose username is taken here (threats O2)', async () => {
    const browser = here.browser()
    const back = await leave(browser, '?redirect=/item/index')
    other.person = null
    expect(await refused(browser, back)).toBe('/user/login?redirect=%2Fitem%2Findex&problem=wrongLogin')

    other.person = { externalId: 'stranger', username: here.world.owner.username, name: '' }
    expect(await refused(browser, await leave(browser))).toBe(problem('usernameTaken'))
    expect((await browser.post('user/info')).error_code).toBe(10102)
  })
})

describe('what others may not do with the addresses', () => {
  it.each(['//evil.example', 'https://evil.example', '/a.b', '/item/index=1'])(
    'nobody is sent on to %s (threats X8)',
    async (redirect) => {
      const asked = here.browser().get(`${START}?redirect=${encodeURIComponent(redirect)}`)

      expect(await pathOf(asked)).toBe(
        `/user/login?${new URLSearchParams({ redirect, problem: 'invalidInput' }).toString()}`,
      )
    },
  )

  it.each([
    ['another website', foreign],
    ['a link whose browser does not say where it stood', {}],
  ])('%s changes nothing for somebody who is logged in (threats T4)', async (_, headers: Record<string, string>) => {
    const browser = await here.browserOf(here.world.owner)
    delete browser.headers['sec-fetch-site']

    const reply = await browser.request({ method: 'GET', url: `${START}?redirect=/item/index`, headers })

    expect(reply.headers.location).toBe('/user/login?redirect=%2Fitem%2Findex')
    expect(reply.cookies).toEqual([])
    expect(await whoIs(browser)).toBe(here.world.owner.username)
  })

  it('one that is not there is not available', async () => {
    expect(await pathOf(here.browser().get('/user/login/nothing/start'))).toBe('/user/login?problem=notAvailable')
  })
})

it('an address with signs of other alphabets, from a plugin that does not wait for it, is one a browser can follow', async () => {
  const elsewhere = signInPlugin(other, faults).contributes[0]
  const start = () => 'https://sso.example/登录?to=支付' as unknown as Promise<string>
  const odd = { point: elsewhere.point, value: { ...elsewhere.value, start } }
  const there = await site({ contributes: [odd] })

  const { headers } = await there.browser().get(START)
  await there.close()

  expect(headers.location).toBe(new URL('https://sso.example/登录?to=支付').href)
})

describe('a plugin that is broken', () => {
  it.each(['throws', 'gives rubbish', 'gives too much', 'hangs'] as const)(
    'so that it %s takes nobody’s login away (threats G1)',
    async (kind) => {
      const browser = here.browser()
      const back = await leave(browser)
      Object.assign(faults, { start: kind, finish: kind })
      const finished = await landing(browser, back)
      const started = await pathOf(browser.get(START))

      expect([finished, started]).toEqual(Array(2).fill('/user/login?problem=notAvailable'))
      await browser.logIn(here.world.owner.username, here.world.password)
      expect(await whoIs(browser)).toBe(here.world.owner.username)
    },
  )
})
