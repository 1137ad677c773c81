import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { placed } from '#tests/support/behind-proxy.ts'
import { hasNginx, startNginx } from '#tests/support/nginx.ts'
import { bring, picture } from './support/files.ts'
import { NUMBERS_PLUGIN } from './support/numbers-plugin.ts'
import { newDataDirectory } from './support/prepared-server.ts'
import { expect, prefer, test } from './support/product.ts'
import { ADMIN, freePort, startServer, type RunningServer } from './support/running-server.ts'
import { move } from './support/typist.ts'
import { writePlugin } from './support/written-plugin.ts'

const EXAMPLE = path.resolve(import.meta.dirname, '../../deploy/nginx-sub-path.conf')

test.describe('a site below a path', () => {
  test.skip(!hasNginx(), 'there is no nginx')

  let folder: string
  let dataDirectory: string
  let server: RunningServer
  let nginx: Awaited<ReturnType<typeof startNginx>>
  let site: string
  test.beforeAll(async () => {
    const port = await freePort()
    site = `http://127.0.0.1:${port}/docs`
    dataDirectory = await newDataDirectory()
    await writePlugin(path.join(dataDirectory, 'plugins', 'numbers'), NUMBERS_PLUGIN)
    const environment = { PUBLIC_URL: site, TRUSTED_PROXIES: '127.0.0.1' }
    server = await startServer({ dataDirectory, environment })
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-nginx-'))
    // Without TLS, which is no part of what is tried here.
    const example = placed(await readFile(EXAMPLE, 'utf8'), {
      '127.0.0.1:4000': new URL(server.url).host,
      'listen 80;': `listen 127.0.0.1:${await freePort()};`,
      'listen 443 ssl;': `listen 127.0.0.1:${port};`,
      'ssl_certificate /etc/ssl/octavo/fullchain.pem;': '',
      'ssl_certificate_key /etc/ssl/octavo/privkey.pem;': '',
      'return 308 https:': 'return 308 http:',
    })
    nginx = await startNginx(folder, example)
    await nginx.untilIt(() => fetch(`${site}/healthz`))
  })
  test.afterAll(async () => {
    await nginx.stop()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
    await rm(dataDirectory, { recursive: true, force: true })
  })

  /** What the browser asked for beside the site, and what went wrong in it. */
  function watched(page: Page): string[] {
    const wrong: string[] = []
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(`${site}/`)) wrong.push(`asked ${request.url()}`)
    })
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) wrong.push(`${message.type()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => wrong.push(String(error)))
    return wrong
  }

  test('is used without ever leaving it', async ({ page, browser }) => {
    const wrong = watched(page)
    await prefer(page, 'en', 'light')

    await page.goto(`${site}/user/login?redirect=/item/add`)
    await page.getByLabel('Username or e-mail').fill(ADMIN.username)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(`${site}/item/add`)
    await page.getByLabel('Name').fill('Handbook')
    await page.getByRole('button', { name: 'Create item' }).click()
    await expect(page).toHaveURL(new RegExp(`^${site}/\\d+$`))
    const item = page.url()

    await page.getByRole('link', { name: 'New page' }).click()
    await expect(page).toHaveURL(new RegExp(`^${site}/page/edit/\\d+/0$`))
    await page.getByRole('textbox', { name: 'Page title' }).fill('Greeting')
    const text = page.getByRole('textbox', { name: 'Text of the page' })
    await text.click()
    await page.keyboard.type('Hello')
    await move(page, 'End')
    await bring(text, 'paste', [picture()])
    await expect(text.locator('img')).toHaveAttribute('src', /^\/docs\/attachment\/[\w-]{32}$/)
    await page.keyboard.press('Control+s')
    await expect(page.locator('.edit-state output')).toContainText('Saved as version')
    await expect(page).toHaveURL(new RegExp(`^${site}/page/edit/\\d+/\\d+$`))
    await page.reload()
    await expect(text.locator('img')).toHaveJSProperty('complete', true)

    await page.goto(item)
    await page.goBack()
    await expect(text).toContainText('Hello')
    await page.goForward()
    const article = page.locator('#article')
    await expect(article).toContainText('Hello')
    await expect(article.locator('img')).toHaveAttribute('src', /^\/docs\/attachment\/[\w-]{32}$/)
    await expect(article.locator('img')).toHaveJSProperty('naturalWidth', 1)

    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: 'Create a link' }).click()
    const link = page.getByRole('textbox', { name: 'Link to this page alone' })
    await expect(link).toHaveValue(new RegExp(`^${site}/p/`))
    const address = await link.inputValue()
    await expect(page.locator('.share img')).toHaveJSProperty('complete', true)

    await page.goto(`${site}/item/index`)
    await expect(page.getByRole('button', { name: 'numbers' })).toBeVisible()
    await page.goto(`${site}/message/index`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    const stranger = await browser.newContext()
    const shared = await stranger.newPage()
    const strange = watched(shared)
    await shared.goto(address)
    await expect(shared.locator('#article')).toContainText('Hello')
    await expect(shared.locator('#article img')).toHaveJSProperty('naturalWidth', 1)
    await stranger.close()

    expect(wrong).toEqual([])
    expect(strange).toEqual([])
    const cookies = await page.context().cookies(`${site}/`)
    expect(cookies.filter(({ name }) => name === 'token').map(({ path: at }) => at)).toEqual(['/docs/'])
  })
})
