import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { emptyServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { site, type Browser, type Site } from '#tests/rest/harness.ts'
import { keyOperations } from './operations.ts'
import plugin from './plugin.ts'

let here: Site
let admin: Browser
let key = ''
beforeAll(async () => {
  here = await site({ operations: { ...coreOperations, ...keyOperations }, plugins: [plugin] })
  admin = await here.browserOf(here.world.admin)
})
afterAll(() => here.close())

const get = async (): Promise<string> => (await admin.post('adminSetting/getLoginSecretKey')).data.login_secret_key
const reset = async (): Promise<string> => (await admin.post('adminSetting/resetLoginSecretKey')).data.login_secret_key
const now = (): number => Math.floor(here.world.clock.now().getTime() / 1000)
/** As created by a portal. */
const linkFor = (username: string, { time = String(now()), more = '', as = key } = {}): string => {
  const token = createHash('md5').update(`${username}${as}${time}`).digest('hex')
  return `/api/ExtLogin/bySecretKey?${new URLSearchParams({ username, time, token }).toString()}${more}`
}
const follow = async (browser: Browser, link: string) => {
  const reply = await browser.request({ method: 'GET', url: link, headers: { 'sec-fetch-site': 'cross-site' } })
  return reply.statusCode === 302 ? String(reply.headers.location) : reply.json()
}
const whoIs = async (browser: Browser): Promise<unknown> => (await browser.post('user/info')).data.username
let seconds = 0
/** Each at a different time, because a link is valid once. */
const later = (): void => here.world.clock.advance((seconds += 1) * 1000)

describe('the login secret key', () => {
  it('[ADMIN-46] [ENT-LSK-01] is made when it is asked for first, and stays until it is reset', async () => {
    const early = linkFor('early', { as: '' })
    expect(await follow(here.browser(), early)).toMatchObject({ error_code: 10101 })

    key = await get()
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(await get()).toBe(key)
  })

  it('[ADMIN-47] [ENT-LSK-01] is another one after a reset, and links of the former one are no longer good', async () => {
    const former = linkFor('former')
    const next = await reset()
    expect(next).toMatch(/^[\w-]{43}$/)
    expect(next).not.toBe(key)
    key = next

    expect(await follow(here.browser(), former)).toMatchObject({ error_code: 10101, data: { field: 'token' } })
    expect(await get()).toBe(key)
  })

  it('is sealed where it is kept, on no record, and nothing for others (threats K1, K2)', async () => {
    const kept = await here.world.product.database.settings.read('plugin.key-login')
    const record = await admin.postJson('audit/getList', { count: 100 })
    const owner = await here.browserOf(here.world.owner)

    expect(JSON.stringify([kept, record.data])).not.toContain(key)
    expect(JSON.stringify(record.data)).toContain('settings.secretViewed')
    for (const call of ['adminSetting/getLoginSecretKey', 'adminSetting/resetLoginSecretKey']) {
      expect(await owner.post(call)).toMatchObject({ error_code: 10103, data: {} })
      expect(await here.browser().post(call)).toMatchObject({ error_code: 10102, data: {} })
    }
    expect(await get()).toBe(key)
  })
})

describe('a link that a program made with the key', () => {
  it('logs in, makes the account at first, and goes on to where it says', async () => {
    const [browser, again] = [here.browser(), here.browser()]
    later()

    expect(await follow(browser, linkFor('lin', { more: '&redirect=/7&name=%E6%9E%97' }))).toBe(
      '/user/login?redirect=%2F7',
    )
    expect((await browser.post('user/info')).data).toMatchObject({ username: 'lin', name: '林', groupid: 2 })
    later()
    expect(await follow(again, linkFor('lin'))).toBe('/user/login')
    expect(await whoIs(again)).toBe('lin')
  })

  it('is good once, also in capital letters', async () => {
    later()
    const link = linkFor('once')
    const capital = link.replace(/token=(\w+)/, (_, token: string) => `token=${token.toUpperCase()}`)
    await follow(here.browser(), link)

    for (const again of [link, capital]) {
      const browser = here.browser()
      expect(await follow(browser, again)).toMatchObject({ error_code: 10101, data: { field: 'token' } })
      expect(await whoIs(browser)).toBeUndefined()
    }
  })

  it('is good once when it is followed several times at once', async () => {
    later()
    const link = linkFor('hurried')
    const browsers = Array.from({ length: 6 }, () => here.browser())

    const landed = await Promise.all(browsers.map((browser) => follow(browser, link)))

    expect(landed.filter((at) => at === '/user/login')).toHaveLength(1)
  })

  it('logs nobody in and stays good when a program only looks at it (HEAD)', async () => {
    later()
    const [link, looking, browser] = [linkFor('previewed'), here.browser(), here.browser()]
    await looking.request({ method: 'HEAD', url: link })

    expect(await whoIs(looking)).toBeUndefined()
    expect(await follow(browser, link)).toBe('/user/login')
  })

  it.each([
    ['a minute and a second old', -61],
    ['of a minute and a second from now', 61],
  ])('is refused when it is %s', async (_, by) => {
    expect(await follow(here.browser(), linkFor('late', { time: String(now() + by) }))).toMatchObject({
      error_code: 10101,
      data: { field: 'time' },
    })
  })

  it.each(['', 'NaN', '-1', '1e9', '0x10', ' 1', '99999999999999'])('is refused with the time %j', async (time) => {
    expect(await follow(here.browser(), linkFor('odd', { time }))).toMatchObject({ error_code: 10101 })
  })

  it.each([
    ['for another name', () => linkFor('mei').replace('username=mei', 'username=mallory')],
    ['of another key', () => linkFor('mei', { as: 'guessed' })],
    ['of no key', () => linkFor('mei', { as: '' })],
    ['for nobody', () => linkFor('')],
  ])('is refused when it was made %s', async (_, link) => {
    later()
    const before = await here.world.product.database.users.countAll()

    expect(await follow(here.browser(), link())).toMatchObject({ error_code: 10101 })
    expect(await here.world.product.database.users.countAll()).toBe(before)
  })

  it('never opens an account that was made here, whoever is called so', async () => {
    const { owner, admin: ada } = here.world
    for (const { username } of [owner, ada]) {
      later()
      const browser = here.browser()
      expect(await follow(browser, linkFor(username))).toBe('/user/login?problem=usernameTaken')
      expect(await whoIs(browser)).toBeUndefined()
    }
  })

  it('opens no account that has become an administrator’s', async () => {
    const { users } = here.world.product.database
    later()
    await follow(here.browser(), linkFor('rising'))
    const user = await users.byLogin('rising')
    await users.update(user?.id ?? 0, { isAdmin: true })
    later()
    const browser = here.browser()

    expect(await follow(browser, linkFor('rising'))).toMatchObject({ error_code: 10101, data: { field: 'username' } })
    expect(await whoIs(browser)).toBeUndefined()
  })

  it('changes nothing for somebody else who is logged in (threats T4)', async () => {
    later()
    const browser = await here.browserOf(here.world.owner)

    expect(await follow(browser, linkFor('mallory', { more: '&redirect=/7' }))).toBe(
      '/user/login?redirect=%2F7&account=mallory',
    )
    expect(await whoIs(browser)).toBe(here.world.owner.username)
  })

  it('is still good for whoever logs out and follows it again, and for nobody after that', async () => {
    later()
    const [browser, link] = [await here.browserOf(here.world.owner), linkFor('changing')]
    await follow(browser, link)
    await browser.post('user/logout', { confirm: 1 })

    expect(await follow(browser, link)).toBe('/user/login')
    expect(await whoIs(browser)).toBe('changing')
    expect(await follow(here.browser(), link)).toMatchObject({ error_code: 10101, data: { field: 'token' } })
  })

  it('is good once on two servers that share a PostgreSQL and no Redis', async ({ skip }) => {
    skip(POSTGRES_URL === undefined, 'needs a PostgreSQL')
    const database = await emptyServerDatabase()
    const options = { operations: { ...coreOperations, ...keyOperations }, plugins: [plugin], database }
    const [first, second] = [await site(options), await site(options)]
    const shared = (await (await first.browserOf(first.world.admin)).post('adminSetting/getLoginSecretKey')).data
    const time = String(first.world.clock.now().getTime() / 1000)
    const links = ['ann', 'ben', 'cid', 'dan'].map((name) => linkFor(name, { as: shared.login_secret_key, time }))

    const landed = await Promise.all(
      links.flatMap((link) => [first, second, first, second].map((server) => follow(server.browser(), link))),
    )
    await Promise.all([first.close(), second.close()])
    await database.close()

    expect(landed.filter((at) => at === '/user/login')).toHaveLength(links.length)
  })
})
