import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { openDatabase } from '#adapters/database/open.ts'
import { writeSettings } from '#core/settings.ts'
import { siteSettings } from '#core/site/settings.ts'
import { expect, expectAccessible, prefer, restClient, signIn, test, type RestClient } from './support/product.ts'
import { ADMIN, startServer, type RunningServer } from './support/running-server.ts'

test.describe('a site with watermarks', () => {
  let directory = ''
  let running: RunningServer
  let admin: RestClient
  const ids = { item: 0, page: 0 }
  let key = ''

  test.beforeAll(async () => {
    test.setTimeout(120_000)
    directory = await mkdtemp(path.join(tmpdir(), 'octavo-watermark-'))
    const database = await openDatabase({ location: { kind: 'directory', path: path.join(directory, 'database') } })
    await writeSettings(database, siteSettings, { showWatermark: true })
    await database.close()
    running = await startServer({ dataDirectory: directory })
    admin = await restClient(running.url, ADMIN.username, ADMIN.password)
    await admin.call('user/updateInfo', { name: '欧阳 "A&B"' })
    ids.item = (await admin.call<{ item_id: number }>('item/add', { item_name: 'Marked' })).item_id
    const text = {
      item_id: ids.item,
      page_id: 0,
      page_title: 'Marked page',
      page_content: '[a link](/user/login) text',
    }
    ids.page = (await admin.call<{ page_id: number }>('page/save', text)).page_id
    const link = { page_id: ids.page, isCreateSiglePage: true }
    key = (await admin.call<{ unique_key: string }>('page/createSinglePage', link)).unique_key
  })
  test.afterAll(async () => {
    await running.stop()
    await rm(directory, { recursive: true, force: true })
  })

  const marks = (page: Page) => page.locator('svg.watermark')
  const addresses = () => [`/${ids.item}`, `/page/${ids.page}`, `/p/${key}`]
  const goto = (page: Page, address: string) => page.goto(`${running.url}${address}`)

  test('[VIEW-19] show username, date and name to those who are logged in', async ({ page }) => {
    await signIn(page, running.url)
    const today = () => page.evaluate(() => new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format())
    for (const address of addresses()) {
      const days = [await today()]
      await goto(page, address)

      await expect(marks(page)).toBeVisible()
      const text = await marks(page).locator('text').first().textContent()
      // It may be midnight.
      days.push(await today())
      expect(
        days.map((day) => `${ADMIN.username}  ${day}  欧阳 "A&B"`),
        address,
      ).toContain(text)
      await expect(marks(page)).toHaveCount(1)
    }
  })

  test('[VIEW-19] show visitors nothing, who have no name', async ({ page }) => {
    for (const address of addresses()) {
      // Where no item says it, the site is asked.
      const isAsked = !address.startsWith(`/${ids.item}`)
      const asked = isAsked ? page.waitForResponse(/site\.watermark/) : null
      await goto(page, address)
      await expect(page.getByRole('heading', { level: 1, name: 'Marked page' })).toBeVisible()
      await asked
      await expect(marks(page)).toHaveCount(0)
    }
  })

  test('[VIEW-19] hinder nobody from clicking, selecting and hearing the page', async ({ page }) => {
    await prefer(page, 'en', 'dark')
    await signIn(page, running.url)
    await goto(page, `/${ids.item}`)
    await expect(marks(page)).toBeVisible()

    await expectAccessible(page)
    await page.keyboard.press('Control+a')
    expect(await page.evaluate(() => getSelection()?.toString())).not.toContain('欧阳')
    await page.getByRole('link', { name: 'a link' }).click()
    await expect(page).toHaveURL(/\/user\/login|\/item\/index/)
    await expect(marks(page)).toHaveCount(0)
  })

  test('[VIEW-19] are on paper too, and come back when somebody takes them out', async ({ page }) => {
    await signIn(page, running.url)
    await goto(page, `/${ids.item}`)
    await expect(marks(page)).toBeVisible()

    await marks(page).evaluate((element) => element.remove())
    await expect(marks(page)).toBeVisible()
    await marks(page).evaluate((element) => element.setAttribute('hidden', ''))
    await expect(marks(page)).not.toHaveAttribute('hidden')
    await marks(page)
      .locator('text')
      .first()
      .evaluate((element) => (element.textContent = 'somebody else'))
    await expect(marks(page).locator('text').first()).toContainText(ADMIN.username)

    await page.emulateMedia({ media: 'print' })
    await expect(marks(page)).toBeVisible()
  })
})
