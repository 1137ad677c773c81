import type { Page } from '@playwright/test'
import { untilKept } from './support/kept-drafts.ts'
import {
  expect,
  expectAccessible,
  newPerson,
  prefer,
  restClient,
  shareSession,
  signIn,
  test,
} from './support/product.ts'
import { expectStoredUser } from './support/stored-user.ts'

const DRAFT_TEXT = 'Typed after the session ended.'
const cookieNames = async (page: Page) => (await page.context().cookies()).map(({ name }) => name)
async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('[TOKEN-01] [TOKEN-02] [TOKEN-03] [ROUTE-06] a token in the address logs in once and is nowhere afterwards', async ({
  page,
  server,
}) => {
  const { username, password, client } = await newPerson(server.url, 'session-ann')
  const { token } = client
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.headers()['referer'] ?? ''))
  // An address of this site, to come back to.
  await page.goto('/user/register')

  const reply = await page.goto(`/user/loginByUserToken?user_token=${token}`)
  await expect(page).toHaveURL('/item/index')

  expect(reply?.headers()['referrer-policy']).toBe('no-referrer')
  expect(asked.join()).not.toContain(token)
  await expectStoredUser(page, { username, name: '' })
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'token')
  expect(cookie?.httpOnly).toBe(true)
  expect(cookie?.value).not.toBe(token)
  await page.goBack()
  await expect(page).not.toHaveURL((url) => url.href.includes(token))

  await page.context().clearCookies()
  const second = await restClient(server.url, username, password)
  await page.goto(`/user/loginByUserToken?user_token=${second.token}&redirect_uri=/user/setting`)
  await expect(page).toHaveURL('/user/setting')
})

test('[TOKEN-04] a bad token leads to the login and leaves nothing', async ({ page }) => {
  await page.goto('/user/loginByUserToken?user_token=guessed&redirect_uri=/item/add')

  await expect(page).toHaveURL('/user/login?redirect=%2Fitem%2Fadd')
  await expectStoredUser(page, null)
  expect(await cookieNames(page)).not.toContain('token')
})

test('[TOKEN-05] a token does not lead to another site', async ({ page, server }) => {
  const { token } = (await newPerson(server.url, 'session-ben')).client

  await page.goto(`/user/loginByUserToken?user_token=${token}&redirect_uri=//evil.example`)

  await expect(page.getByRole('alert')).toHaveText('illegal redirect')
  await expect(page).toHaveURL('/user/loginByUserToken')
  await expectStoredUser(page, null)
})

test('a token asks before it changes the account', async ({ page, server }) => {
  const { token } = (await newPerson(server.url, 'session-cat')).client
  // In a session of its own: the change of the account ends it.
  await signIn(page, server.url)

  await page.goto(`/user/loginByUserToken?user_token=${token}`)
  await expect(page.getByText('You are logged in as admin. This address logs you in as session-cat.')).toBeVisible()
  await page.getByRole('button', { name: 'Switch accounts' }).click()

  await expect(page).toHaveURL('/item/index')
  await expectStoredUser(page, { username: 'session-cat', name: '' })
})

test('[TOKEN-07] an open item asks who reads it and sends no visitor to the login', async ({ page, admin }) => {
  const { item_id: id } = await admin.call<{ item_id: number }>('item/add', { item_name: 'Open to all' })
  await page.goto(`/${id}`)

  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(page).toHaveURL(`/${id}`)
})

test('the settings list where somebody is logged in, and log out there', async ({ page, browser, server }) => {
  // The program uses the session that making the account has opened, and has no browser.
  const { username, password, client: program } = await newPerson(server.url, 'session-roamer')
  const other = await (await browser.newContext({ baseURL: server.url })).newPage()
  await signIn(other, server.url, username, password)
  await page.goto('/user/login')
  await logIn(page, username, password)
  await expect(page).toHaveURL('/item/index')
  await page.goto('/user/setting')

  const rows = page.locator('.session')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('This device')
  await expect(rows.first()).toContainText('Chrome')
  await expect(rows.first().getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: /Log out: .*node/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await expect(rows).toHaveCount(2)
  await expect(program.call('user/info')).rejects.toThrow('10102')

  await page.getByRole('button', { name: 'Log out everywhere else' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await expect(rows).toHaveCount(1)
  await other.goto('/item/index')
  await expect(other).toHaveURL(/user\/login/)
  await page.reload()
  await expect(rows).toHaveCount(1)
  await other.context().close()
})

test('language and colours go along with the account, and stay in the browser for visitors', async ({
  page,
  browser,
  server,
}) => {
  const { username, password, client } = await newPerson(server.url, 'session-polyglot')
  await shareSession(page, client)
  await page.goto('/user/setting')
  const kept = page.waitForResponse((reply) => reply.url().includes('account.choosePreferences'))
  await page.getByRole('radio', { name: 'Dark' }).check()
  await kept
  const keptToo = page.waitForResponse((reply) => reply.url().includes('account.choosePreferences'))
  // Shown once its texts are there.
  await page.getByRole('radio', { name: '简体中文' }).click()
  await expect(page.getByRole('radio', { name: '简体中文' })).toBeChecked()
  await keptToo

  const other = await (await browser.newContext({ baseURL: server.url, locale: 'en-US' })).newPage()
  await prefer(other, 'en', 'light')
  await other.goto('/user/login')
  await logIn(other, username, password)

  await expect(other.getByRole('heading', { name: '新建你的第一个项目' })).toBeVisible()
  await expect(other.locator('html')).toHaveAttribute('data-scheme', 'dark')
  await expect(other.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await other.context().clearCookies({ name: 'token' })
  await other.goto('/user/login')
  await expect(other.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await other.context().close()
})

test('logging out works although the drafts cannot be deleted, and says so', async ({ page, server }) => {
  await shareSession(page, (await newPerson(server.url, 'session-stuck')).client)
  await page.addInitScript(() => {
    IDBObjectStore.prototype.clear = () => {
      throw new Error('the disk is broken')
    }
  })
  await page.goto('/item/index')

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()

  await expect(page.getByRole('dialog')).toContainText('could not be deleted')
  await expect.poll(() => cookieNames(page)).not.toContain('token')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Login / Register' })).toBeVisible()
})

test('after the session ended the text stays, and the save goes on once its writer has logged in', async ({
  page,
  server,
}) => {
  const { username, password, client } = await newPerson(server.url, 'session-interrupted')
  const other = await newPerson(server.url, 'session-intruder')
  const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', { item_name: 'Payments' })
  await client.call('member/save', { item_id: itemId, username: other.username, member_group_id: 1 })
  const first = { item_id: itemId, page_id: 0, page_title: 'Login', page_content: 'First.' }
  const { page_id: pageId } = await client.call<{ page_id: number }>('page/save', first)
  const stored = () => other.client.call<Record<string, string>>('page/info', { page_id: pageId })
  // In a session of its own, which the other ends.
  await signIn(page, server.url, username, password)
  await page.goto(`/page/edit/${itemId}/${pageId}`)
  const text = page.getByRole('textbox', { name: 'Text of the page' })
  await text.getByText('First.').click()
  await page.keyboard.press('End')
  await client.call('session/closeOthers')
  await page.keyboard.type(` ${DRAFT_TEXT}`)
  await page.keyboard.press('Control+s')
  const state = page.locator('.edit-state')
  await expect(state).toContainText('your session has ended')
  await untilKept(page, DRAFT_TEXT)
  const logInHere = async (who: string, secret: string) => {
    const dialog = page.getByRole('dialog', { name: 'Log in again' })
    await expect(dialog.getByLabel('Username or e-mail')).toHaveValue(username)
    await dialog.getByLabel('Username or e-mail').fill(who)
    await dialog.getByLabel('Password', { exact: true }).fill(secret)
    await dialog.getByLabel('Password', { exact: true }).press('Enter')
  }

  await state.getByRole('button', { name: 'Log in to continue' }).click()
  await expectAccessible(page)
  await logInHere(username, password)
  await expect(state).toContainText('Saved as version')
  await expect(text).toContainText(`First. ${DRAFT_TEXT}`)
  const saved = await stored()
  expect(saved).toMatchObject({ author_username: username })
  expect(saved['page_content']?.trimEnd()).toBe(`First. ${DRAFT_TEXT}`)

  await page.context().clearCookies()
  await text.getByText('First.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Once more.')
  await page.keyboard.press('Control+s')
  await state.getByRole('button', { name: 'Log in to continue' }).click()
  await logInHere(other.username, other.password)
  await expect(page.locator('.lock-banner').getByRole('alert')).toContainText(other.username)

  await expect(text).toContainText('Once more.')
  expect(await stored()).toEqual(saved)
})
