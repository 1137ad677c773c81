import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { letterSite, linkIn, partsOf, PUBLIC_URL, type LetterSite } from '#tests/support/mail/letter-site.ts'
import { site, type Browser } from './harness.ts'

const DAY = 24 * 3_600_000
const MINUTE = 60_000

let here: LetterSite
let browser: Browser
let number = 0
/** An address nobody has. */
const freshAddress = (): string => `New.Address${(number += 1)}@example.org`
beforeEach(async () => {
  here = await letterSite()
  browser = await here.browserOf(here.world.owner)
})
afterEach(() => here.close())

const bind = (email: string, password = here.world.password) => browser.post('user/updateEmail', { email, password })
const isTo = (to: readonly string[], email: string): boolean =>
  to.some((address) => address.toLowerCase() === email.toLowerCase())
const me = async () => (await browser.post('user/info')).data
const newestLink = async () => linkIn((await here.deliver()).letters.at(-1))

describe('binding an e-mail address', () => {
  it('[USET-07] [API-012] [ENT-USER-03] [ENT-USER-04] keeps it as not confirmed', async () => {
    const email = freshAddress()

    const reply = await bind(email)

    expect(reply).toMatchObject({ error_code: 0, data: { email, email_verify: 0, user_token: '' } })
    expect(await me()).toMatchObject({ email, email_verify: 0 })
  })

  it('[LOGIN-03] lets the person log in with it', async () => {
    const email = freshAddress()
    await bind(email)

    const username = email.toLowerCase()
    const reply = await here.browser().post('user/login', { username, password: here.world.password })

    expect(reply.data.uid).toBe(here.world.owner.id)
  })

  it('[USET-08] is refused with a wrong password and changes nothing', async () => {
    const before = await me()

    expect((await bind(freshAddress(), 'wrong')).error_code).toBe(10216)

    expect(await me()).toEqual(before)
    expect((await here.deliver()).letters).toEqual([])
  })

  it('is refused for an address of somebody else, in any letter case, and for what is no address', async () => {
    const before = await me()

    expect((await bind(here.world.editor.account.email?.toUpperCase() ?? '')).error_code).toBe(10213)
    for (const wrong of ['', 'nobody', 'a@b', 'a b@example.org', 'a@example.org\r\nBcc: b@example.org'])
      expect((await bind(wrong)).error_code).toBe(10101)

    expect(await me()).toEqual(before)
  })

  it('leaves a confirmed address confirmed when it is given again', async () => {
    const { email } = await me()

    await bind(email)

    expect(await me()).toMatchObject({ email, email_verify: 1 })
    expect((await here.deliver()).letters).toEqual([])
  })

  it('writes to the same address once a minute', async () => {
    const email = freshAddress()

    expect((await bind(email)).error_code).toBe(0)
    expect((await bind(email)).error_code).toBe(10223)
    expect((await browser.post('user/sendEmailConfirmation')).error_code).toBe(10223)
    here.world.clock.advance(MINUTE + 1)
    expect((await browser.post('user/sendEmailConfirmation')).error_code).toBe(0)
    const { letters } = await here.deliver()
    expect(letters.filter(({ to }) => isTo(to, email))).toHaveLength(2)
  })
})

describe('the address an account had', () => {
  it.each([
    ['en', 'Another e-mail address', 'change the password'],
    ['zh-cn', '已更换邮箱', '立即修改密码'],
  ])('is told in %s that it is not the account any more, without the new one', async (language, subject, advice) => {
    const { email: former } = await me()
    const fresh = freshAddress()
    await here.world.product.database.users.update(here.world.owner.id, { language: language as 'en' | 'zh-cn' })

    await bind(fresh)

    const { letters, jobs } = await here.deliver()
    const told = letters.filter(({ to }) => isTo(to, former))
    expect(told).toHaveLength(1)
    expect(told[0]?.subject).toContain(subject)
    expect(told[0]?.text).toContain(advice)
    expect(told[0]?.text.toLowerCase()).not.toContain(fresh.toLowerCase())
    expect(JSON.stringify(jobs).toLowerCase()).not.toContain(former.toLowerCase())
  })

  it('is told by a letter even when it is changed again before that is written', async () => {
    const { email: former } = await me()

    await bind(freshAddress())
    await bind(freshAddress())

    const { letters } = await here.deliver()
    expect(letters.filter(({ to }) => isTo(to, former))).toHaveLength(1)
  })

  it('is not written to when it was never confirmed: it may be that of somebody else', async () => {
    const never = freshAddress()
    await bind(never)
    await here.deliver()

    await bind(freshAddress())

    expect((await here.deliver()).letters.filter(({ to }) => isTo(to, never))).toEqual([])
  })
})

describe('the link that confirms an address', () => {
  it('[USET-09] comes by mail, leads to the site and counts once', async () => {
    const email = freshAddress()
    await bind(email)

    const letters = (await here.deliver()).letters.filter(({ to }) => isTo(to, email))
    const link = linkIn(letters[0])

    expect(letters).toMatchObject([{ to: [email], subject: 'Confirm your e-mail address for Octavo' }])
    expect(link.origin + link.pathname).toBe(`${PUBLIC_URL}/user/confirmEmail`)
    // Whoever opens it, logged in or not.
    expect((await here.browser().post('user/confirmEmail', partsOf(link))).error_code).toBe(0)
    expect(await me()).toMatchObject({ email, email_verify: 1 })
    expect((await here.browser().post('user/confirmEmail', partsOf(link))).error_code).toBe(10222)
  })

  it('is good for a day', async () => {
    await bind(freshAddress())
    const link = await newestLink()

    here.world.clock.advance(DAY)

    expect((await browser.post('user/confirmEmail', partsOf(link))).error_code).toBe(10222)
    expect((await me()).email_verify).toBe(0)
  })

  it('confirms no other address, and sets no password', async () => {
    await bind(freshAddress())
    const old = partsOf(await newestLink())
    await bind(freshAddress())
    const link = partsOf(await newestLink())

    expect((await browser.post('user/confirmEmail', old)).error_code).toBe(10222)
    expect((await browser.post('user/confirmEmail', { ...link, email: old.email })).error_code).toBe(10222)
    const asReset = { ...link, new_password: 'a quieter owl at dawn' }
    expect((await browser.post('user/resetPasswordByUrl', asReset)).error_code).toBe(10222)
    expect((await me()).email_verify).toBe(0)
  })

  it('is not sent again when there is nothing to confirm', async () => {
    expect((await browser.post('user/sendEmailConfirmation')).error_code).toBe(10101)
    expect((await here.deliver()).letters).toEqual([])
  })

  it('is written in the language of the account', async () => {
    await browser.post('user/updatePreferences', { language: 'zh-cn' })
    await bind(freshAddress())

    expect((await here.deliver()).letters.at(-1)?.subject).toBe('验证你的 Octavo 邮箱')
  })
})

it('[USET-07] an address is kept on a site without mail as well', async () => {
  const silent = await site()
  const own = await silent.browserOf(silent.world.owner)
  const email = freshAddress()

  const reply = await own.post('user/updateEmail', { email, password: silent.world.password })

  expect(reply).toMatchObject({ error_code: 0, data: { email, email_verify: 0 } })
  expect((await own.post('user/sendEmailConfirmation')).error_code).toBe(10221)
  await silent.close()
})

it('e-mail addresses are shown to nobody else', async () => {
  const { world } = here
  const item = await world.addItem()
  const page = await world.addPage(item)
  const admin = await here.browserOf(world.admin)
  const replies = [
    await admin.post('user/allUser', { username: world.owner.username.slice(0, 5) }),
    await admin.post('item/info', { item_id: item.id }),
    await admin.post('item/detail', { item_id: item.id }),
    await admin.post('page/info', { page_id: page.id }),
    await admin.post('page/history', { page_id: page.id }),
  ]

  expect(replies.map(({ error_code }) => error_code)).toEqual([0, 0, 0, 0, 0])
  expect(JSON.stringify(replies)).toContain(world.owner.username)
  expect(JSON.stringify(replies)).not.toContain('@')
})
