import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { newItem, withStage } from './support/journey.ts'
import { languagesOf } from './support/languages.ts'
import { newDataDirectory } from './support/prepared-server.ts'
import {
  expect,
  expectAccessible,
  prefer,
  restClient,
  shareSession,
  test,
  untilAwake,
  type RestClient,
} from './support/product.ts'
import { ADMIN, startServer, type RunningServer } from './support/running-server.ts'

test.describe('a site with watermarks', () => {
  let directory = ''
  let running: RunningServer
  let admin: RestClient
  const ids = { item: 0, page: 0 }
  let key = ''

  test.beforeAll(async () => {
    test.setTimeout(120_000)
    directory = await newDataDirectory()
    running = await startServer({ dataDirectory: directory })
    admin = await restClient(running.url, ADMIN.username, ADMIN.password)
    await admin.call('settings/write', { section: 'site', values: { showWatermark: true } })
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
    await shareSession(page, admin)
    const today = () => page.evaluate(() => new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format())
    for (const address of addresses()) {
      const before = await today()
      await goto(page, address)

      await expect(marks(page)).toBeVisible()
      await expect(async () => {
        const text = await marks(page).locator('text').first().textContent()
        // It may be midnight.
        const days = [before, await today()]
        expect(
          days.map((day) => `${ADMIN.username}  ${day}  欧阳 "A&B"`),
          address,
        ).toContain(text)
      }).toPass()
      await expect(marks(page)).toHaveCount(1)
    }
  })

  test('[VIEW-19] show visitors nothing, who have no name', async ({ page }) => {
    for (const address of addresses()) {
      await goto(page, address)
      await expect(page.getByRole('heading', { level: 1, name: 'Marked page' })).toBeVisible()
      await untilAwake(page)
      await expect(marks(page)).toHaveCount(0)
    }
  })

  test('[VIEW-19] hinder nobody from clicking, selecting and hearing the page', async ({ page }) => {
    await prefer(page, 'en', 'dark')
    await shareSession(page, admin)
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
    await shareSession(page, admin)
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

  for (const language of languagesOf('a name across the page'))
    test(`[J14] [VIEW-19] whoever is logged in reads with their name across the page (${language})`, async ({
      browser,
    }) =>
      withStage(browser, running, language, `j14-${language}`, async ({ actor, visitor }) => {
        const [olga, stu, vera] = [await actor('olga'), await actor('stu'), await visitor()]
        await stu.client.call('user/updateInfo', { name: '史图 Stu' })
        const { itemId, begin } = await newItem(olga, 'Marked')

        const today = () =>
          stu.page.evaluate(
            (shown) => new Intl.DateTimeFormat(shown, { dateStyle: 'medium' }).format(),
            language === 'en' ? 'en' : 'zh-CN',
          )
        const before = await today()
        await stu.page.goto(`/${itemId}/${begin}`)
        const mark = marks(stu.page)
        await expect(mark).toBeVisible()
        await expect(async () => {
          const text = await mark.locator('text').first().textContent()
          // It may be midnight.
          const days = [before, await today()]
          expect(days.map((day) => `${stu.username}  ${day}  史图 Stu`)).toContain(text)
        }).toPass()
        await expect.poll(() => mark.boundingBox()).toMatchObject({ width: 1440, height: 900 })

        await vera.goto(`/${itemId}/${begin}`)
        await expect(vera.getByRole('article')).toContainText('About Begin.')
        await expect(vera.locator('svg.watermark')).toHaveCount(0)
      }))
})
