import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '#tests/support/people.ts'
import { letterSite, linkIn, partsOf, PUBLIC_URL, type LetterSite } from '#tests/support/mail/letter-site.ts'
import { site, type Browser, type Envelope } from './harness.ts'

const NEW_PASSWORD = 'a quieter owl at dawn'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let here: LetterSite
beforeEach(async () => {
  here = await letterSite({ hasLegibleCaptchas: true })
})
afterEach(() => here.close())

const emailOf = (person: Person): string => person.account.email ?? ''
const codeFor = async (browser: Browser): Promise<string> => (await browser.get('/api/common/verify')).body
async function ask(email: string, browser = here.browser()): Promise<Envelope> {
  return browser.post('user/resetPasswordEmail', { email, v_code: await codeFor(browser) })
}
/** What the link says that this person was sent. */
async function linkFor(person: Person) {
  await ask(emailOf(person))
  return partsOf(linkIn((await here.deliver()).letters[0]))
}
const reset = (link: object, browser = here.browser(), new_password = NEW_PASSWORD): Promise<Envelope> =>
  browser.post('user/resetPasswordByUrl', { ...link, new_password })
const codeOf = async (person: Person, password: string): Promise<number> =>
  (await here.browser().post('user/login', { username: person.username, password })).error_code

describe('asking for a new password', () => {
  it('[RESET-02] [API-014] sends a link to the address, made of the site’s own address', async () => {
    const { owner } = here.world

    const reply = await ask(emailOf(owner).toUpperCase(), here.browser({ host: 'evil.example' }))
    const { letters } = await here.deliver()

    expect(reply).toEqual({ error_code: 0, error_message: '', data: {} })
    expect(letters).toMatchObject([{ to: [emailOf(owner)], subject: 'Choose a new password for Octavo' }])
    const link = linkIn(letters[0])
    expect(link.origin + link.pathname).toBe(`${PUBLIC_URL}/user/ResetPasswordByUrl`)
    expect(partsOf(link)).toEqual({
      uid: String(owner.id),
      email: emailOf(owner),
      token: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  it('[RESET-03] is refused with a wrong code, and nothing is sent', async () => {
    const email = emailOf(here.world.owner)

    expect((await here.browser().post('user/resetPasswordEmail', { email })).error_code).toBe(10206)
    expect((await here.browser().post('user/resetPasswordEmail', { email, v_code: 'XXXXX' })).error_code).toBe(10206)
    expect(await here.deliver()).toEqual({ jobs: [], letters: [] })
  })

  it('[RESET-02] never tells whether an account has the address, and leaves the same work', async () => {
    const known = await ask(emailOf(here.world.owner))
    const forKnown = await here.deliver()
    const unknown = await ask('nobody@example.org')
    const forUnknown = await here.deliver()

    expect(unknown).toEqual(known)
    expect([forKnown.jobs.length, forKnown.letters.length]).toEqual([1, 1])
    expect([forUnknown.jobs.length, forUnknown.letters.length]).toEqual([1, 0])
    expect((await ask('nobody@example.org')).error_code).toBe((await ask(emailOf(here.world.owner))).error_code)
  })

  it('keeps neither address nor token where jobs lie', async () => {
    const { owner } = here.world
    await ask(emailOf(owner))

    expect((await here.deliver()).jobs).toEqual([{ userId: owner.id, language: 'en' }])
  })

  it('speaks the language of the account, else that of the request', async () => {
    const { owner, stranger, product } = here.world
    await product.database.users.update(owner.id, { language: 'zh-cn' })

    await ask(emailOf(owner))
    await ask(emailOf(stranger), here.browser({ 'accept-language': 'zh-CN' }))
    await ask(emailOf(here.world.editor))

    expect((await here.deliver()).letters.map(({ subject }) => subject)).toEqual([
      '重置你的 Octavo 密码',
      '重置你的 Octavo 密码',
      'Choose a new password for Octavo',
    ])
  })

  it('happens once a minute and five times a day for an address, known or not', async () => {
    for (const email of [emailOf(here.world.owner), 'nobody@example.org']) {
      const codes: number[] = []
      for (let n = 0; n < 7; n += 1) {
        codes.push((await ask(email)).error_code, (await ask(email)).error_code)
        here.world.clock.advance(MINUTE + 1)
      }

      expect(codes).toEqual([0, 10223, 0, 10223, 0, 10223, 0, 10223, 0, 10223, 10223, 10223, 10223, 10223])
    }
    here.world.clock.advance(24 * HOUR)
    expect((await ask(emailOf(here.world.owner))).error_code).toBe(0)
  })

  it('happens twenty times an hour for a caller', async () => {
    const codes: number[] = []
    for (let n = 0; n < 22; n += 1) codes.push((await ask(`person${n}@example.org`)).error_code)

    expect(codes.filter((code) => code === 0)).toHaveLength(20)
    expect(codes.slice(20)).toEqual([10223, 10223])
  })

  it('sends nothing to somebody for whom another authority vouches', async () => {
    const person = await here.world.addUser('ldap', { passwordHash: null })

    expect((await ask(emailOf(person))).error_code).toBe(0)

    expect(await here.deliver()).toMatchObject({ jobs: [{ userId: person.id }], letters: [] })
  })

  it('is tried again when the mail server is full', async () => {
    here.sink.isFull = true
    await ask(emailOf(here.world.owner))
    await expect(here.deliver()).rejects.toThrow('did not take')

    here.sink.isFull = false
    expect((await here.deliver()).letters).toMatchObject([{ to: [emailOf(here.world.owner)] }])
  })
})

it('asking for a new password says without a mail server that there is none, for every address', async () => {
  const silent = await site({ hasLegibleCaptchas: true })
  const replies = []
  for (const email of [silent.world.owner.account.email ?? '', 'nobody@example.org'])
    replies.push(await silent.browser().post('user/resetPasswordEmail', { email }))

  expect(replies[0]).toEqual({
    error_code: 10221,
    error_message: 'This site cannot send mail. Please ask an administrator.',
    data: {},
  })
  expect(replies[1]).toEqual(replies[0])
  expect((await silent.browser().post('user/mailInfo')).data).toEqual({ is_on: 0, needs_captcha: 1 })
  await silent.close()
})

describe('the link to a new password', () => {
  it('[API-015] [USET-11] sets it, ends every session and logs in', async () => {
    const { owner, password } = here.world
    const elsewhere = await here.browserOf(owner)
    const link = await linkFor(owner)
    const browser = here.browser()

    const reply = await reset(link, browser)

    expect(reply).toMatchObject({ error_code: 0, data: { uid: owner.id, email_verify: 1 } })
    expect((await browser.post('user/info')).data.uid).toBe(owner.id)
    expect((await elsewhere.post('user/info')).error_code).toBe(10102)
    expect(await codeOf(owner, NEW_PASSWORD)).toBe(0)
    expect(await codeOf(owner, password)).toBe(10204)
  })

  it('[RESET-05] is refused with a wrong token, address or account, and the password stays', async () => {
    const { owner, stranger, password } = here.world
    const link = await linkFor(owner)

    for (const wrong of [
      { token: 'x'.repeat(43) },
      { token: '' },
      { token: '0' },
      { email: emailOf(stranger) },
      { uid: String(stranger.id) },
    ])
      expect((await reset({ ...link, ...wrong })).error_code).toBe(10222)

    expect(await codeOf(owner, password)).toBe(0)
    expect((await reset(link)).error_code).toBe(0)
  })

  it('[RESET-07] works once', async () => {
    const { owner } = here.world
    const link = await linkFor(owner)

    const [first, second] = [await reset(link), await reset(link, here.browser(), 'another owl at noon')]

    expect([first.error_code, second.error_code]).toEqual([0, 10222])
    expect(await codeOf(owner, NEW_PASSWORD)).toBe(0)
  })

  it('[RESET-07] works for one of two who use it at the same moment', async () => {
    const link = await linkFor(here.world.owner)

    const replies = await Promise.all([reset(link), reset(link, here.browser(), 'another owl at noon')])

    expect(replies.map(({ error_code }) => error_code).toSorted()).toEqual([0, 10222])
  })

  it('[RESET-07] works for an hour', async () => {
    const { owner, editor } = here.world
    const [early, late] = [await linkFor(owner), await linkFor(editor)]

    here.world.clock.advance(HOUR - 1)
    expect((await reset(early)).error_code).toBe(0)
    here.world.clock.advance(1)
    expect((await reset(late)).error_code).toBe(10222)
  })

  it('is still good after a password that is not', async () => {
    const link = await linkFor(here.world.owner)

    expect((await reset(link, here.browser(), 'short')).error_code).toBe(10214)
    expect((await reset(link)).error_code).toBe(0)
  })

  it('ends with a change of password or address', async () => {
    const { owner, editor, password } = here.world
    const [ownersLink, editorsLink] = [await linkFor(owner), await linkFor(editor)]

    await (await here.browserOf(owner)).post('user/resetPassword', { password, new_password: 'my own new words' })
    await (await here.browserOf(editor)).post('user/updateEmail', { email: 'new@example.org', password })

    expect((await reset(ownersLink)).error_code).toBe(10222)
    expect((await reset(editorsLink)).error_code).toBe(10222)
  })

  it('lets somebody in whom failed logins kept out', async () => {
    const { owner } = here.world
    for (let n = 0; n < 7; n += 1) await codeOf(owner, 'wrong')
    expect(await codeOf(owner, 'wrong')).toBe(10206)

    await reset(await linkFor(owner))

    expect(await codeOf(owner, NEW_PASSWORD)).toBe(0)
  })

  it('is not looked at any more after many wrong ones from the same place', async () => {
    const link = await linkFor(here.world.owner)
    for (let n = 0; n < 20; n += 1) await reset({ ...link, token: `guess-${n}` })

    expect((await reset(link)).error_code).toBe(10219)
    here.world.clock.advance(HOUR - MINUTE)
    expect((await reset(link)).error_code).toBe(10219)
  })
})
