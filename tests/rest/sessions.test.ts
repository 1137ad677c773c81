import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '#tests/support/people.ts'
import { site, type Browser, type Site } from './harness.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const DAY = 24 * 3_600_000

let here: Site
let person: Person
beforeAll(async () => {
  here = await site()
})
afterAll(() => here.close())

let number = 0
beforeEach(async () => {
  person = await here.world.addUser(`somebody${(number += 1)}`)
})
async function logIn(userAgent = FIREFOX): Promise<Browser> {
  const browser = here.browser({ 'user-agent': userAgent })
  await browser.logIn(person.username, here.world.password)
  return browser
}
const listed = async (browser: Browser) => (await browser.post('session/list')).data
const isIn = async (browser: Browser) => (await browser.post('user/info')).error_code === 0

describe('the list of sessions', () => {
  it('shows where the person is logged in, this session marked, and nothing to log in with', async () => {
    const desk = await logIn()
    here.world.clock.advance(60_000)
    const phone = await logIn('curl/8.5.0')

    const sessions = await listed(desk)

    const times = { created_at: expect.stringMatching(/^2026-03-0\d \d\d:\d\d:\d\d$/), address: '127.0.0.1' }
    expect(sessions).toEqual([
      { id: expect.any(Number), is_current: 0, ...times, seen_at: expect.any(String), user_agent: 'curl/8.5.0' },
      { id: expect.any(Number), is_current: 1, ...times, seen_at: expect.any(String), user_agent: FIREFOX },
    ])
    const { keys } = here.world.product.services
    for (const browser of [desk, phone]) {
      const token = browser.cookies.get('token') ?? ''
      expect(JSON.stringify(sessions)).not.toContain(token)
      expect(JSON.stringify(sessions)).not.toContain(keys.digest(token))
    }
  })

  it('leaves out what is over, and is for nobody else', async () => {
    await logIn()
    here.world.clock.advance(31 * DAY)
    const own = await logIn()
    const stranger = await here.browserOf(here.world.stranger)

    expect(await listed(own)).toHaveLength(1)
    expect(await listed(stranger)).toHaveLength(1)
    expect((await here.browser().post('session/list')).error_code).toBe(10102)
  })
})

describe('logging out elsewhere', () => {
  it('ends one session at once', async () => {
    const [desk, phone] = [await logIn(), await logIn('curl/8.5.0')]
    const there = (await listed(desk)).find(({ is_current }: { is_current: number }) => is_current === 0)

    expect((await desk.post('session/close', { id: there.id })).error_code).toBe(0)

    expect([await isIn(desk), await isIn(phone)]).toEqual([true, false])
  })

  it('ends every session but this one', async () => {
    const [desk, phone, tablet] = [await logIn(), await logIn(), await logIn()]

    expect((await desk.post('session/closeOthers')).error_code).toBe(0)

    expect([await isIn(desk), await isIn(phone), await isIn(tablet)]).toEqual([true, false, false])
    expect(await listed(desk)).toMatchObject([{ is_current: 1 }])
  })

  it('answers to a session of somebody else as to one that does not exist', async () => {
    const mine = await logIn()
    const others = await here.browserOf(here.world.stranger)
    const [{ id }] = await listed(others)

    const foreign = await mine.post('session/close', { id })
    const missing = await mine.post('session/close', { id: 2_000_000_000 })

    expect(foreign).toEqual(missing)
    expect(foreign.error_code).toBe(10101)
    expect(await isIn(others)).toBe(true)
  })
})

/** The account as the product's own screens get it. */
interface Me {
  readonly result: { readonly data: { readonly keepsPreview: boolean } }
}

describe('choices kept on the account', () => {
  const SAVED = { language: 'en', color_scheme: 'dark' }

  it('are shown by the next browser the person logs in with, and stay there after the logout', async () => {
    await (await logIn()).post('user/updatePreferences', SAVED)
    const other = here.browser({ 'accept-language': 'zh-CN' })
    other.cookies.set('language', 'zh-cn').set('scheme', 'light')

    await other.logIn(person.username, here.world.password)
    expect(Object.fromEntries(other.cookies)).toMatchObject({ language: 'en', scheme: 'dark' })

    await other.post('user/logout', { confirm: 1 })
    const { devices, ...kept } = Object.fromEntries(other.cookies)
    expect(kept).toEqual({ language: 'en', scheme: 'dark' })
    expect(devices, 'which browsers were logged in before').toBeDefined()
  })

  it('leave the browser as it is while nothing was chosen', async () => {
    const other = here.browser()
    other.cookies.set('language', 'zh-cn').set('scheme', 'light')

    await other.logIn(person.username, here.world.password)
    expect(Object.fromEntries(other.cookies)).toMatchObject({ language: 'zh-cn', scheme: 'light' })

    await other.post('user/updatePreferences', { color_scheme: 'system' })
    await other.logIn(person.username, here.world.password)
    expect(Object.fromEntries(other.cookies)).toMatchObject({ language: 'zh-cn', scheme: 'system' })
  })

  it('say whether the preview of long pages stays on, in every browser of the person', async () => {
    const mine = await logIn()
    const keepsPreview = async (browser: Browser) =>
      (await browser.get('/trpc/account.me?input=%7B%7D')).json<Me>().result.data.keepsPreview

    await mine.post('user/updatePreferences', { keeps_preview: 1 })
    const other = await logIn()
    expect(await keepsPreview(other)).toBe(true)
    await other.post('user/updatePreferences', { language: 'en' })
    expect(await keepsPreview(mine)).toBe(true)

    await other.post('user/updatePreferences', { keeps_preview: 0 })
    expect(await keepsPreview(mine)).toBe(false)
  })

  it('are one of those there are, and for people with an account', async () => {
    const own = await logIn()

    expect((await own.post('user/updatePreferences', { language: 'fr' })).error_code).toBe(10101)
    expect((await own.post('user/updatePreferences', { color_scheme: 'pink' })).error_code).toBe(10101)
    expect((await here.browser().post('user/updatePreferences', SAVED)).error_code).toBe(10102)
  })
})

describe('logging in by the token of an address', () => {
  const tokenOf = async (who: Person): Promise<string> =>
    (await here.browser().logIn(who.username, here.world.password)).user_token
  const exchange = (browser: Browser, token: string, isConfirmed = 0) =>
    browser.post('user/loginByUserToken', { token, is_confirmed: isConfirmed })

  it('[TOKEN-02] gives this browser a session of its own, and ends the token', async () => {
    const token = await tokenOf(person)
    const browser = here.browser()

    const reply = await exchange(browser, token)

    expect(reply).toMatchObject({ error_code: 0, data: { uid: person.id, username: person.username } })
    expect(browser.cookies.get('token')).toMatch(/^[\w-]{43}$/)
    expect(browser.cookies.get('token')).not.toBe(token)
    expect(await isIn(browser)).toBe(true)
    expect((await here.browser().post('user/info', { user_token: token })).error_code).toBe(10102)
    expect((await exchange(here.browser(), token)).error_code).toBe(10102)
  })

  it('[TOKEN-04] gives nothing for a bad token', async () => {
    const browser = here.browser()

    expect((await exchange(browser, 'x'.repeat(43))).error_code).toBe(10102)
    expect((await exchange(browser, '')).error_code).toBe(10102)
    expect(browser.cookies.size).toBe(0)
  })

  it('asks before the browser changes to another account', async () => {
    const browser = await here.browserOf(here.world.stranger)
    const token = await tokenOf(person)

    const asked = await exchange(browser, token)
    expect(asked).toMatchObject({ error_code: 10224, error_message: expect.stringContaining(person.username) })
    expect((await browser.post('user/info')).data.uid).toBe(here.world.stranger.id)

    expect((await exchange(browser, token, 1)).error_code).toBe(0)
    expect((await browser.post('user/info')).data.uid).toBe(person.id)
  })

  it('does not ask the same person, and leaves one session', async () => {
    const browser = await logIn()

    expect((await exchange(browser, await tokenOf(person))).error_code).toBe(0)

    expect(await listed(browser)).toMatchObject([{ is_current: 1 }])
  })

  it('is refused in a query string like every token (threats T3)', async () => {
    const token = await tokenOf(person)

    const reply = await here.browser().get(`/api/user/info?user_token=${token}`)

    expect(reply.json().error_code).toBe(10102)
  })

  it('is not looked at after many bad tokens from the same place', async () => {
    const place = await site()
    const browser = place.browser()
    const { user_token: token } = await place.browser().logIn(place.world.owner.username, place.world.password)
    for (let n = 0; n < 20; n += 1) await exchange(browser, `guess-${n}`)

    expect((await exchange(browser, token)).error_code).toBe(10219)
    place.world.clock.advance(11 * 60_000)
    expect((await exchange(browser, token)).error_code).toBe(0)
    await place.close()
  })
})
