import { test as base, expect, type Page } from '@playwright/test'
import { violationsOf, type Asked } from './accessibility.ts'
import { claimUsername } from './claimed-usernames.ts'
import { inOtherLanguageToo } from './other-language.ts'
import { startPreparedServer } from './prepared-server.ts'
import { ADMIN, type RunningServer } from './running-server.ts'

/** A person's REST session: every call of the specification by its address. */
export interface RestClient {
  readonly url: string
  /** Calls `POST /api/{address}` and gives `data`; throws with code and message when refused. */
  call<T = Record<string, unknown>>(address: string, fields?: Readonly<Record<string, unknown>>): Promise<T>
  readonly token: string
}

interface Reply {
  readonly error_code: number
  readonly error_message: string
  readonly data: unknown
}

async function call<T>(
  url: string,
  address: string,
  fields: Readonly<Record<string, unknown>> = {},
  token = '',
): Promise<T> {
  const reply = (await fetch(`${url}/api/${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(fields),
  }).then((response) => response.json())) as Reply
  if (reply.error_code !== 0) throw new Error(`${address} refused: ${reply.error_code} ${reply.error_message}`)
  return reply.data as T
}

const clientWith = (url: string, token: string): RestClient => ({
  url,
  token,
  call: (address, fields) => call(url, address, fields, token),
})

/** Logs in over REST, in a session of its own. A password takes the server long: see {@link newPerson}. */
export async function restClient(url: string, username: string, password: string): Promise<RestClient> {
  const { user_token: token } = await call<{ user_token: string }>(url, 'user/login', { username, password })
  return clientWith(url, token)
}

interface WorkerFixtures {
  /** One running product for all files of a worker; tests make their own people and items in it. */
  readonly server: RunningServer
  /** The administrator, in a session that no test may end. */
  readonly admin: RestClient
}

export const test = base.extend<object, WorkerFixtures>({
  server: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const server = await startPreparedServer({ isLongLived: true })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  admin: [
    async ({ server }, use) => use(await restClient(server.url, ADMIN.username, ADMIN.password)),
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})
export { expect }

/** Why a screen was refused something, by the answer it got. */
export const refusalIn = (answer: unknown): string =>
  (answer as { readonly error: { readonly data: { readonly kind: string } } }).error.data.kind

/** Logs in with the password, without going through the login screen: the browser has a session of its own. */
export async function signIn(
  page: Page,
  url: string,
  username: string = ADMIN.username,
  password: string = ADMIN.password,
): Promise<void> {
  const reply = await page.request.post(`${url}/api/user/login`, {
    form: { username, password },
    headers: { origin: url },
  })
  expect(((await reply.json()) as Reply).error_code).toBe(0)
}

/** The browser goes on in the session of this client: whoever logs out there ends it here, too. */
export async function shareSession(page: Page, { url, token }: RestClient): Promise<void> {
  await page.context().addCookies([{ name: 'token', value: token, url, httpOnly: true, sameSite: 'Lax' }])
}

/** Somebody with an account. */
export interface Person {
  readonly username: string
  readonly password: string
  /** In the session that making the account has opened: no password is hashed for it again. */
  readonly client: RestClient
}

/** Makes an account in a test. Nobody of another file has this name, because all files of a worker share one server. */
export async function newPerson(url: string, username: string): Promise<Person> {
  // Where the test is told of: its body may be made by a helper that many files share.
  const [file = ''] = test.info().titlePath
  await claimUsername(username, file)
  return register(url, username)
}

/** Makes an account. */
export async function register(url: string, username: string): Promise<Person> {
  const password = `${username} writes documents`
  const account = { username, password, confirm_password: password }
  const { user_token: token } = await call<{ user_token: string }>(url, 'user/register', account)
  return { username, password, client: clientWith(url, token) }
}

/** Language and colour scheme of the next navigation. */
export async function prefer(page: Page, language: 'en' | 'zh-cn', scheme: 'light' | 'dark'): Promise<void> {
  const url = new URL(page.url().startsWith('http') ? page.url() : 'http://127.0.0.1')
  await page.context().addCookies([{ name: 'language', value: language, domain: url.hostname, path: '/' }])
  await page.emulateMedia({ colorScheme: scheme })
}

/** Until the browser has taken over what the server has drawn, and hears the keys for it. */
export async function untilAwake(page: Page): Promise<void> {
  await expect(page.locator('.toasts')).toBeAttached()
}

/** How many pixels the page is wider than its window; 0 or less when it fits. */
export const excessWidth = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** Fails when the page is wider than its window, once it has taken in how wide that is. */
export async function expectToFit(page: Page): Promise<void> {
  await expectToFitHere(page)
  await inOtherLanguageToo(page, () => expectToFitHere(page))
}

async function expectToFitHere(page: Page): Promise<void> {
  const { width } = page.viewportSize() ?? {}
  // A page that still moves on cannot be measured, and `expect.poll` would not try again.
  await expect(async () => {
    if (width !== undefined) expect(await page.evaluate(() => innerWidth)).toBe(width)
    expect(await excessWidth(page)).toBeLessThanOrEqual(0)
  }).toPass({ timeout: 20_000 })
}

/**
 * Fails with the list of accessibility violations of what is on the screen and stays there: a colour that is changing,
 * or a screen that is being built up, is looked at again. The colours are the same in both languages.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectToKeep(page, 'everything')
  await inOtherLanguageToo(page, () => expectToKeep(page, 'all but colours'))
}

async function expectToKeep(page: Page, asked: Asked): Promise<void> {
  // One look alone takes seconds on a busy machine.
  await expect(async () => expect(await violationsOf(page, asked)).toEqual([])).toPass({ timeout: 60_000 })
}

/**
 * The same in the light and in the dark, without loading the page again: only the colours differ, so in the dark only the
 * rules about them are asked. Light afterwards.
 */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  // Without motion, or a colour that is still changing could pass.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectToKeep(page, 'colours')
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(page)
}
