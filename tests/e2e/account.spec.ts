import { mailSink, type MailSink } from '../support/mail/mail-sink.ts'
import { languagesOf } from './support/languages.ts'
import { lookInBothLanguages } from './support/other-language.ts'
import { startPreparedServer } from './support/prepared-server.ts'
import { mailOf } from './support/product-with-mail.ts'
import {
  expect,
  expectAccessibleInBothSchemes,
  newPerson,
  prefer,
  refusalIn,
  restClient,
  shareSession,
  test,
} from './support/product.ts'
import type { RunningServer } from './support/running-server.ts'
import { passTime, passTimeUntil, stopTime } from './support/time.ts'
import { wordsOf } from './support/words.ts'

test('[REG-01] [REG-07] [LOGIN-13] [LOGIN-17] a person registers, is in, and logs out without a trace', async ({
  page,
}) => {
  await page.goto('/user/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Username').fill('account-vera')
  await page.getByLabel('Password', { exact: true }).fill('vera writes documents')
  await page.getByLabel('Repeat the password').fill('vera writes documents')
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page).toHaveURL('/item/index')
  await expect(page.getByRole('heading', { name: 'Create your first item' })).toBeVisible()
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('user_info') ?? 'null'))
  await expect.poll(kept).toEqual({ username: 'account-vera', name: '' })

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()

  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Login / Register' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).not.toContain('token')
})

test('[REG-05] registration says what is wrong beside the field and sends nothing', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await page.goto('/user/register')

  await page.getByLabel('Username').fill('ab')
  await page.getByLabel('Password', { exact: true }).fill('long enough')
  await page.getByLabel('Repeat the password').fill('something else')
  await page.keyboard.press('Enter')

  await expect(page.getByText('The two passwords differ.')).toBeVisible()
  await expect(page.getByLabel('Repeat the password')).toBeFocused()
  expect(calls.filter((url) => url.includes('account.register') && !url.includes('registerInfo'))).toEqual([])
})

test('[LOGIN-01] [LOGIN-09] [LOGIN-23] login goes on to where the address says and lets the server do what is due', async ({
  page,
  server,
}) => {
  const { username, password } = await newPerson(server.url, 'account-rob')
  const due = page.waitForRequest((request) => request.url().endsWith('/api/ScriptCron/run'))
  await page.goto('/user/login?redirect=/item/add')
  await due

  await page.getByLabel('Username or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/item/add')
})

test('[LOGIN-24] who is logged in already goes straight on', async ({ page, admin }) => {
  await shareSession(page, admin)

  await page.goto('/user/login')
  await expect(page).toHaveURL('/item/index')

  await page.goto('/user/login?redirect=/user/setting')
  await expect(page).toHaveURL('/user/setting')
})

for (const redirect of ['//evil.example', '/a.b', '/a%26b', 'javascript:alert(1)//'])
  test(`[LOGIN-10] [LOGIN-11] [LOGIN-12] the redirect ${redirect} is refused in words`, async ({ page, admin }) => {
    await shareSession(page, admin)

    await page.goto(`/user/login?redirect=${redirect}`)

    await expect(page.getByRole('alert')).toHaveText('illegal redirect')
    await expect(page).toHaveURL(({ pathname }) => pathname === '/user/login')
  })

test('[ERR-03] a screen of members sends visitors to the login and brings them back', async ({ page, server }) => {
  const { username, password } = await newPerson(server.url, 'account-cat')
  await page.goto('/item/index')
  await expect(page).toHaveURL('/user/login?redirect=%2Fitem%2Findex')

  await page.getByLabel('Username or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()

  await expect(page).toHaveURL('/item/index')
})

test('[LOGIN-07] who presses Enter again at once is not told twice', async ({ page }) => {
  let tries = 0
  page.on('request', (request) => (tries += new URL(request.url()).pathname === '/trpc/account.login' ? 1 : 0))
  await page.goto('/user/login')
  await page.getByLabel('Username or e-mail').fill('nobody at all')
  await page.getByLabel('Password', { exact: true }).fill('wrong')

  await stopTime(page)
  // In the page, so that the second try comes as soon as anybody could press the key.
  await page.evaluate(() => {
    const form = document.querySelector('form')
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[role=alert]')) return
      observer.disconnect()
      form?.requestSubmit()
    }).observe(document.body, { childList: true, subtree: true })
    form?.requestSubmit()
  })

  await passTimeUntil(page, async () => (await page.getByRole('alert').count()) === 1)
  await page.getByRole('button', { name: 'Log in' }).click()
  expect(tries).toBe(1)
  await passTime(page, 500)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect.poll(() => tries).toBe(2)
})

test('[USET-01] [USET-02] [USET-10] the settings change the name and lead back', async ({ page, server }) => {
  const { client } = await newPerson(server.url, 'account-olga')
  await shareSession(page, client)
  await page.goto('/user/setting')

  await expect(page.getByLabel('Username')).toHaveAttribute('readonly', '')
  await page.getByLabel('Name', { exact: true }).fill('Olga 王')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Olga 王')

  await page.getByRole('link', { name: 'Back to my items' }).click()
  await expect(page).toHaveURL('/item/index')
})

test('[USET-03] [USET-04] [GEN-16] [GEN-17] the password dialog stays until the password is changed', async ({
  page,
  server,
}) => {
  const { username, password, client } = await newPerson(server.url, 'account-paul')
  await shareSession(page, client)
  await page.goto('/user/setting')
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')

  await page.mouse.click(5, 400)
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Current password').fill('not this one')
  await dialog.getByLabel('New password', { exact: true }).fill('paul writes other documents')
  await dialog.getByLabel('Repeat the new password').fill('paul writes other documents')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()

  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await restClient(server.url, username, 'paul writes other documents')
  await expect(restClient(server.url, username, password)).rejects.toThrow('refused')
})

test('[HOME-04] [HOME-05] [HOME-06] [HOME-07] the landing page leads in', async ({ page, admin }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Login / Register' })).toHaveAttribute('href', '/user/login')
  await expect(page.getByRole('link', { name: 'Demo' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Help' })).toBeVisible()

  await shareSession(page, admin)
  await page.goto('/')
  await page.getByRole('link', { name: 'My items' }).first().click()
  await expect(page).toHaveURL('/item/index')

  await prefer(page, 'zh-cn', 'light')
  await page.goto('/')
  await expect(page.getByRole('link', { name: '我的项目' }).first()).toBeVisible()
})

test('a site without mail says so instead of a form', async ({ page }) => {
  await page.goto('/user/resetPassword')
  await expect(page.getByRole('heading', { name: 'This site sends no mail' })).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

test.describe('where verification codes are on', () => {
  let server: RunningServer
  let sink: MailSink
  test.beforeAll(async () => {
    sink = await mailSink()
    server = await startPreparedServer({ environment: { CAPTCHA: 'on', ...mailOf(sink) } })
  })
  test.afterAll(async () => {
    await server.stop()
    await sink.close()
  })

  test('[LOGIN-04] [LOGIN-05] [LOGIN-06] [ERR-06] the verification code comes after failures and changes', async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto(`${server.url}/user/login`)
    await page.getByLabel('Username or e-mail').fill('admin')
    const code = page.getByLabel('Verification code', { exact: true })
    const picture = page.getByRole('button', { name: /Verification code/ })
    const image = picture.getByRole('img')
    const source = async () => (await image.getAttribute('src')) ?? ''
    const fail = async (): Promise<string> => {
      await page.getByLabel('Password', { exact: true }).fill('wrong')
      let refusal = ''
      // For a moment after an alert nothing is sent (LOGIN-07).
      await expect(async () => {
        await page.clock.fastForward(1_000)
        const sent = page.waitForRequest('**/trpc/account.login', { timeout: 3_000 })
        const [request] = await Promise.all([sent, page.getByRole('button', { name: 'Log in' }).click()])
        refusal = refusalIn(await (await request.response())?.json())
      }).toPass()
      return refusal
    }

    let refusal = await fail()
    await expect(page.getByRole('alert')).toHaveCount(1)
    await expect(code).toBeHidden()
    while (refusal === 'wrongLogin') refusal = await fail()
    expect(refusal).toBe('wrongLoginCaptchaDue')
    await expect(code).toBeVisible()

    const first = await source()
    await picture.click()
    await expect(image).not.toHaveAttribute('src', first)
    const second = await source()
    await code.fill('nope')
    await fail()
    await expect(image).not.toHaveAttribute('src', second)
  })

  test('[REG-03] [REG-04] [ERR-09] a wrong verification code makes no account and shows another picture', async ({
    page,
  }) => {
    await page.goto(`${server.url}/user/register`)
    const picture = page.getByRole('button', { name: /Verification code/ }).getByRole('img')
    await expect(picture).toBeVisible()
    const before = await picture.getAttribute('src')
    await page.getByLabel('Username').fill('nobody')
    await page.getByLabel('Password', { exact: true }).fill('nobody writes documents')
    await page.getByLabel('Repeat the password').fill('nobody writes documents')
    await page.getByLabel('Verification code', { exact: true }).fill('XXXXX')
    await page.getByRole('button', { name: 'Create account' }).click()

    await expect(page.getByRole('alert')).toBeVisible()
    await expect(picture).not.toHaveAttribute('src', before ?? '')
    await expect(page).toHaveURL(`${server.url}/user/register`)
    await expect(restClient(server.url, 'nobody', 'nobody writes documents')).rejects.toThrow('refused')
  })

  test('[RESET-01] [RESET-03] the verification code is asked for each time', async ({ page }) => {
    const email = 'anybody@example.org'
    await page.goto(`${server.url}/user/resetPassword`)
    const picture = page.getByRole('button', { name: /Verification code/ }).getByRole('img')
    await expect(picture).toBeVisible()
    const before = await picture.getAttribute('src')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Verification code', { exact: true }).fill('XXXXX')
    await page.getByRole('button', { name: 'Send the link', exact: true }).click()

    await expect(page.getByRole('alert')).toBeVisible()
    await expect(picture).not.toHaveAttribute('src', before ?? '')
    expect(sink.letters.filter(({ to }) => to.includes(email))).toEqual([])
  })

  for (const language of languagesOf('a code from a letter'))
    test(`who cannot see the picture registers with a code from a letter, by keys alone (${language})`, async ({
      page,
    }) => {
      const [username, email] = [`listener-${language}`, `listener-${language}@example.org`]
      const say = (key: string, variables = {}): string => wordsOf(language, 'account', key, variables)
      const passphrase = 'listens to documents'
      lookInBothLanguages(page.context())
      await prefer(page, language, 'light')
      await page.goto(`${server.url}/user/register`)
      await page.getByRole('textbox', { name: say('register.username'), exact: true }).fill(username)
      await page.getByLabel(say('register.password'), { exact: true }).fill(passphrase)
      await page.getByLabel(say('register.confirm'), { exact: true }).fill(passphrase)
      await page.getByRole('button', { name: say('codeMail.open'), exact: true }).press('Enter')
      await expect(page.getByLabel(say('codeMail.address'))).toBeFocused()
      await page.keyboard.type(email)
      await page.keyboard.press('Enter')
      await expect(page.getByText(say('codeMail.sent', { email }))).toBeVisible()
      await expect(page.getByRole('img', { name: say('captcha.image') })).toBeHidden()
      await expectAccessibleInBothSchemes(page)
      await page.screenshot({ path: test.info().outputPath(`code-${language}.png`) })
      const { text } = await sink.letterTo(email)
      const code = /[:：] ?([A-Z0-9]{5})$/m.exec(text)?.[1] ?? ''
      await page.getByLabel(say('captcha.label'), { exact: true }).fill(code)
      await page.keyboard.press('Enter')

      await expect(page).toHaveURL(`${server.url}/item/index`)
    })
})
