import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeSettings } from '#core/settings.ts'
import { siteSettings } from '#core/site/settings.ts'
import { letterSite, type LetterSite } from '#tests/support/mail/letter-site.ts'

let here: LetterSite
beforeEach(async () => {
  here = await letterSite({ hasLegibleCaptchas: true })
})
afterEach(() => here.close())

describe('a verification code for whoever cannot see the picture', () => {
  const codeIn = (text = ''): string => /: ([A-Z0-9]{5})\b/.exec(text)?.[1] ?? ''
  const newAccount = {
    username: 'listener',
    password: 'a quieter owl at dawn',
    confirm_password: 'a quieter owl at dawn',
  }

  it('is good once, in the browser that asked for it', async () => {
    const [browser, other] = [here.browser(), here.browser()]

    const reply = await browser.post('user/sendVerifyCode', { email: 'listener@example.org' })
    const { jobs, letters } = await here.deliver()
    const v_code = codeIn(letters[0]?.text)

    expect(reply).toEqual({ error_code: 0, error_message: '', data: {} })
    expect(letters).toMatchObject([{ to: ['listener@example.org'], subject: 'Your verification code for Octavo' }])
    // No queue and no log of it says who gets which code (threats K3).
    expect(JSON.stringify(jobs)).not.toMatch(new RegExp(`listener|${v_code}`))
    expect((await other.post('user/register', { ...newAccount, v_code })).error_code).toBe(10206)
    expect((await browser.post('user/register', { ...newAccount, v_code })).error_code).toBe(0)
    expect((await browser.post('user/register', { ...newAccount, username: 'second', v_code })).error_code).toBe(10206)
  })

  it('goes to nobody but people of the site while registration is closed, and the answer is the same', async () => {
    const { owner, product } = here.world
    await writeSettings(product.database, siteSettings, { registerOpen: false })
    const ask = (email: string) => here.browser().post('user/sendVerifyCode', { email })

    const replies = [await ask('stranger@example.org'), await ask(owner.account.email ?? '')]
    const { letters } = await here.deliver()

    expect(replies[0]).toEqual(replies[1])
    expect(letters.map(({ to }) => to)).toEqual([[owner.account.email]])
  })

  it('is written five times a day to one address, and twenty times an hour for one caller', async () => {
    const { clock } = here.world
    const to = async (email: string) => (await here.browser().post('user/sendVerifyCode', { email })).error_code
    let sent = 0
    for (let minute = 0; minute < 10; minute += 1) {
      clock.advance(61_000)
      if ((await to('often@example.org')) === 0) sent += 1
    }
    for (let n = 0; n < 30; n += 1) if ((await to(`n${n}@example.org`)) === 0) sent += 1

    expect(sent).toBe(20)
  })
})
