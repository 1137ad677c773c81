import type { Page } from '@playwright/test'
import { resetLetter } from '#core/account/letters.ts'
import { dialogOf, press, withStage, type Actor, type Stage } from './support/journey.ts'
import { languagesOf } from './support/languages.ts'
import { linkIn, test } from './support/product-with-mail.ts'
import { expect, restClient } from './support/product.ts'
import { expectStoredUser } from './support/stored-user.ts'

/** The settings of a person, where an address is bound with the login password. */
async function bindAddress({ page, password }: Actor, { say }: Stage, email: string): Promise<void> {
  const dialog = dialogOf(page)
  await page.goto('/user/setting')
  await press(page, say('account', 'email.bindAction'))
  await dialog.getByLabel(say('account', 'email.new'), { exact: true }).fill(email)
  await dialog.getByLabel(say('account', 'email.password'), { exact: true }).fill(password)
  await press(dialog, say('account', 'setting.save'))
  await expect(page.getByText(say('account', 'email.state.unverified'), { exact: true })).toBeVisible()
}

async function choosePassword(page: Page, { say }: Stage, password: string): Promise<void> {
  await page.getByLabel(say('account', 'setting.passwordNew'), { exact: true }).fill(password)
  await page.getByLabel(say('account', 'setting.passwordConfirm'), { exact: true }).fill(password)
  await press(page, say('account', 'newPassword.action'))
}

async function logIn(page: Page, { say }: Stage, account: string, password: string): Promise<void> {
  await page.getByLabel(say('account', 'login.account'), { exact: true }).fill(account)
  await page.getByLabel(say('account', 'login.password'), { exact: true }).fill(password)
  await press(page, say('account', 'login.action'))
}

async function expectSession(page: Page, isThere: boolean): Promise<void> {
  const hasSession = async () => (await page.context().cookies()).some(({ name }) => name === 'token')
  await expect.poll(hasSession).toBe(isThere)
}

/** Whose account this browser remembers. A page that still moves on cannot be asked: it is asked again. */
const BY_LETTER = '[J04] a forgotten password is replaced by a letter'
const BY_TOKEN = '[J04] a token in the address logs in'

for (const language of languagesOf(BY_LETTER))
  test(`${BY_LETTER} (${language})`, async ({ browser, server, sink }) =>
    withStage(browser, server, language, `j04-${language}`, async (stage) => {
      const { say } = stage
      const olga = await stage.actor('olga')
      const email = `${olga.username}@example.org`
      await bindAddress(olga, stage, email)
      await olga.page.goto(linkIn(await sink.letterTo(email)))
      await press(olga.page, say('account', 'confirmEmail.action'))
      await expect(olga.page.getByRole('heading', { name: say('account', 'confirmEmail.done.title') })).toBeVisible()
      await olga.page.getByRole('link', { name: say('account', 'confirmEmail.toSettings') }).click()
      await expect(olga.page.getByText(say('account', 'email.state.verified'), { exact: true })).toBeVisible()
      await press(olga.page, say('common', 'nav.account'))
      await olga.page.getByRole('menuitem', { name: say('common', 'nav.logout') }).click()
      await expect(olga.page).toHaveURL('/')
      await expectSession(olga.page, false)

      const { page } = olga
      await page.goto('/user/login')
      await page.getByRole('link', { name: say('account', 'login.resetLink') }).click()
      await expect(page).toHaveURL('/user/resetPassword')
      await page.getByLabel(say('account', 'reset.email'), { exact: true }).fill(email)
      await press(page, say('account', 'reset.action'))
      await expect(page.getByRole('heading', { name: say('account', 'reset.sent.title') })).toBeVisible()
      const letter = await sink.letterTo(email, 1)
      const facts = { username: olga.username, address: '', site: 'Octavo' }
      expect(letter.subject).toBe(resetLetter[language](facts).subject)

      const password = `${olga.username} thought of another`
      await page.goto(linkIn(letter))
      await choosePassword(page, stage, password)
      await expect(page).toHaveURL('/item/index')
      const elsewhere = await stage.visitor()
      await elsewhere.goto('/user/login')
      await logIn(elsewhere, stage, olga.username, olga.password)
      await expect(elsewhere.getByRole('alert')).toBeVisible()
      await elsewhere.goto('/user/login')
      await logIn(elsewhere, stage, email, password)
      await expect(elsewhere).toHaveURL('/item/index')
      await page.goto(linkIn(letter))
      await choosePassword(page, stage, `${password} again`)
      await expect(page.getByRole('alert')).toBeVisible()
    }))

for (const language of languagesOf(BY_TOKEN))
  test(`${BY_TOKEN} (${language})`, async ({ browser, server }) =>
    withStage(browser, server, language, `j04-token-${language}`, async (stage) => {
      const { username, password, client } = await stage.person('olga')
      const open = async (token: string, more = ''): Promise<Page> => {
        const page = await stage.visitor()
        await page.goto(`/user/loginByUserToken?user_token=${token}${more}`)
        return page
      }
      const newToken = async () => (await restClient(stage.url, username, password)).token

      const page = await open(await newToken())
      await expect(page).toHaveURL('/item/index')
      await expect(page.getByRole('heading', { name: stage.say('items', 'list.empty.title') })).toBeVisible()
      await expectSession(page, true)
      await expectStoredUser(page, expect.objectContaining({ username }))

      const led = await open(await newToken(), '&redirect_uri=/user/setting')
      await expect(led).toHaveURL('/user/setting')
      const misled = await open(client.token, '&redirect_uri=//evil.example')
      await expect(misled.getByRole('alert')).toHaveText(stage.say('account', 'login.illegalRedirect'))
      const unknown = await open('guessed')
      await expect(unknown).toHaveURL(/^[^?]+\/user\/login/)
      for (const refused of [misled, unknown]) {
        await expectSession(refused, false)
        await expectStoredUser(refused, null)
      }
    }))
