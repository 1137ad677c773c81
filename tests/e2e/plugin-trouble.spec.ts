import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { newDataDirectory, startPreparedServer } from './support/prepared-server.ts'
import { languagesOf } from './support/languages.ts'
import {
  expect,
  expectAccessible,
  expectToFit,
  prefer,
  restClient,
  shareSession,
  test,
  type RestClient,
} from './support/product.ts'
import { ADMIN, startServer, type RunningServer } from './support/running-server.ts'
import { writePlugin } from './support/written-plugin.ts'

const CHECKLIST = path.resolve(import.meta.dirname, '../plugins/checklist')
const LIST = '{"checklist":[{"text":"Bread","done":false}]}'
const PHONE = { width: 390, height: 844 }

/** Hangs and fails wherever a plugin can, as far as its address in the browser says so. */
const TROUBLE: Readonly<Record<string, string>> = {
  'manifest.json':
    '{ "id": "trouble", "apiVersion": 2, "summary": "Hangs, in a test.", "server": "server.js", "web": "web.js" }',
  'server.js': `const never = () => new Promise(() => undefined)
export default ({ query, nothing, z }) => ({
  operations: {
    trouble: { hang: query({ summary: 'Hangs.', audience: 'anyone', input: nothing(), output: z.object({}), run: never }) },
  },
})
`,
  'web.js': `import { apiOf, companions, contribute, defineWebPlugin, lazyPart, pluginScreen, pluginScreens } from '/host/v2/sdk.js'
import { jsx } from '/host/v2/jsx-runtime.js'

const api = apiOf()
const Companion = () => {
  api.trouble.hang.useQuery({}, { meta: { isQuiet: true } })
  return null
}
const Never = lazyPart(() => new Promise(() => undefined))
const Fails = lazyPart(async () => {
  document.body.dataset.tries = Number(document.body.dataset.tries ?? 0) + 1
  throw new Error('not there')
})
export default defineWebPlugin({
  id: 'trouble',
  apiVersion: 2,
  contributes: [
    contribute(companions, { Component: Companion }),
    contribute(pluginScreens, pluginScreen('/trouble-screens/never', Never)),
    contribute(pluginScreens, pluginScreen('/trouble-screens/fails', Fails)),
  ],
})
`,
}

interface StoredPage {
  readonly page_content: string
}
async function listPage(client: RestClient) {
  const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', { item_name: 'Mixed' })
  const fields = { item_id: itemId, page_id: 0, page_title: 'Shopping', page_content: LIST }
  const { page_id: pageId } = await client.call<{ page_id: number }>('page/save', fields)
  return { itemId, pageId }
}

test.describe('a plugin that hangs', () => {
  let server: RunningServer
  // One for each test: a plugin that hangs again and again is switched off.
  test.beforeEach(async () => {
    server = await startPreparedServer({ drop: (plugins) => writePlugin(path.join(plugins, 'trouble'), TROUBLE) })
  })
  test.afterEach(() => server.stop())

  for (const language of languagesOf('trouble'))
    test(`is named, and left by those who wait for its screen (${language})`, async ({ page }) => {
      const client = await restClient(server.url, ADMIN.username, ADMIN.password)
      await prefer(page, language, 'light')
      await shareSession(page, client)
      await page.goto(`${server.url}/item/index`)

      await page.goto(`${server.url}/trouble-screens/never`)
      await expect(page.getByRole('heading', { level: 1, name: /“trouble”/ })).toBeVisible({ timeout: 30_000 })
      await expectAccessible(page)
      await page.setViewportSize(PHONE)
      await expectToFit(page)
      await page.getByRole('button', { name: /^(Back|返回)$/ }).click()
      await expect(page).toHaveURL(`${server.url}/item/index`)

      await page.goto(`${server.url}/trouble-screens/fails`)
      await expect(page.getByRole('heading', { level: 1, name: /“trouble”/ })).toBeVisible()
      await expectAccessible(page)
      const tries = async () => Number(await page.locator('body').getAttribute('data-tries'))
      const before = await tries()
      expect(before).toBeGreaterThan(0)
      await page.getByRole('button', { name: /^(Try again|重试)$/ }).click()
      await expect.poll(tries).toBeGreaterThan(before)
      await expect(page.getByRole('heading', { level: 1, name: /“trouble”/ })).toBeVisible()
      await page.getByRole('main').getByRole('link').click()
      await expect(page).toHaveURL(`${server.url}/item/index`)
    })

  test('holds no answer of the product, nor those of other plugins', async ({ page }) => {
    const client = await restClient(server.url, ADMIN.username, ADMIN.password)
    const { itemId, pageId } = await listPage(client)
    await prefer(page, 'en', 'light')
    await shareSession(page, client)
    const hanging: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('trouble.hang')) hanging.push(new URL(request.url()).pathname)
    })
    const unread = page.waitForResponse((response) => response.url().includes('message.unread') && response.ok())

    await page.goto(`${server.url}/${itemId}/${pageId}`)

    await unread
    await expect.poll(() => hanging.length).toBeGreaterThan(0)
    const core = hanging
      .flatMap((address) => address.replace('/trpc/', '').split(','))
      .map((name) => name.split('.')[0])
    expect(core.filter((group) => ['page', 'item', 'account', 'task', 'star'].includes(group ?? ''))).toEqual([])
  })
})

test.describe('a page whose kind has lost its plugin', () => {
  let dataDirectory: string
  let server: RunningServer
  let place: { readonly itemId: number; readonly pageId: number }
  test.beforeAll(async () => {
    test.setTimeout(300_000)
    dataDirectory = await newDataDirectory()
    const folder = path.join(dataDirectory, 'plugins/checklist')
    await cp(CHECKLIST, folder, { recursive: true })
    const environment = { PLUGINS_DISABLED: 'spreadsheet' }
    const before = await startServer({ dataDirectory, environment })
    place = await listPage(await restClient(before.url, ADMIN.username, ADMIN.password))
    await before.stop()
    await rm(folder, { recursive: true })
    server = await startServer({ dataDirectory, environment })
  })
  test.afterAll(async () => {
    await server.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  })

  for (const language of languagesOf('lost kind'))
    test(`is shown and edited as it is stored, and never as rich text (${language})`, async ({ page }) => {
      const client = await restClient(server.url, ADMIN.username, ADMIN.password)
      const { itemId, pageId } = place
      const stored = async () => (await client.call<StoredPage>('page/info', { page_id: pageId })).page_content
      await prefer(page, language, 'light')
      await shareSession(page, client)

      await page.goto(`${server.url}/${itemId}/${pageId}`)
      await expect(page.locator('.article blockquote')).toContainText(/Checklist/i)
      await expect(page.locator('.article pre')).toContainText('"Bread"')
      await expectAccessible(page)

      await page.goto(`${server.url}/page/edit/${itemId}/${pageId}`)
      await expect(page.locator('.cm-content')).toContainText('"Bread"')
      await expect(page.locator('.edit-notice')).toContainText(/Checklist/i)
      await expect(page.locator('.face-switch input')).toHaveCount(1)
      await expect(page.locator('.rich-face')).toHaveCount(0)
      await expectAccessible(page)
      const before = await stored()
      await page.locator('.cm-content').click()
      await page.keyboard.press('Control+Home')
      await page.keyboard.type(' ')
      await page.keyboard.press('Control+s')
      await expect.poll(stored).toBe(` ${before}`)

      const versions = await client.call<readonly { page_history_id: number }[]>('page/versions', { page_id: pageId })
      await page.goto(`${server.url}/page/diff/${pageId}/${versions.at(-1)?.page_history_id ?? 0}`)
      await expect(page.locator('.diff')).toContainText('"Bread"')
    })
})
