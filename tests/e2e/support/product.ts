import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { ADMIN, startServer, type RunningServer } from './running-server.ts'

/** A person's REST session: every call of the specification by its address. */
export interface RestClient {
  /** Calls `POST /api/{address}` and gives `data`; throws with code and message when refused. */
  call<T = Record<string, unknown>>(address: string, fields?: Readonly<Record<string, unknown>>): Promise<T>
  readonly token: string
}

interface Reply {
  readonly error_code: number
  readonly error_message: string
  readonly data: unknown
}

/** Logs in over REST. */
export async function restClient(url: string, username: string, password: string): Promise<RestClient> {
  const call = async <T>(address: string, fields: Readonly<Record<string, unknown>> = {}, token = ''): Promise<T> => {
    const reply = (await fetch(`${url}/api/${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(fields),
    }).then((response) => response.json())) as Reply
    if (reply.error_code !== 0) throw new Error(`${address} refused: ${reply.error_code} ${reply.error_message}`)
    return reply.data as T
  }
  const { user_token: token } = await call<{ user_token: string }>('user/login', { username, password })
  return { token, call: (address, fields) => call(address, fields, token) }
}

interface WorkerFixtures {
  /** One running product per worker; tests make their own items in it. */
  readonly server: RunningServer
}
interface TestFixtures {
  readonly admin: RestClient
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  admin: async ({ server }, use) => use(await restClient(server.url, ADMIN.username, ADMIN.password)),
})
export { expect }

/** Why a screen was refused something, by the answer it got. */
export const refusalIn = (answer: unknown): string =>
  (answer as { readonly error: { readonly data: { readonly kind: string } } }).error.data.kind

/** Opens a session in the browser without going through the login screen. */
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

/** Makes an account and gives its password. */
export async function newPerson(url: string, username: string): Promise<string> {
  const password = `${username} writes documents`
  const reply = await fetch(`${url}/api/user/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, confirm_password: password }),
  })
  expect(((await reply.json()) as Reply).error_code).toBe(0)
  return password
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

/** Fails when the page is wider than its window. */
export async function expectToFit(page: Page): Promise<void> {
  await expect.poll(() => excessWidth(page)).toBeLessThanOrEqual(0)
}

/**
 * Fails with the list of accessibility violations of what is on the screen and stays there: a colour that is changing,
 * or a screen that is being built up, is looked at again.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const violationsNow = async () => {
    const { violations } = await new AxeBuilder({ page }).analyze()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
  }
  // One look alone takes seconds on a busy machine.
  await expect.poll(violationsNow, { timeout: 60_000 }).toEqual([])
}
