import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '#adapters/database/open.ts'
import { writeSettings } from '#core/settings.ts'
import { siteSettings } from '#core/site/settings.ts'
import { newItem, withStage } from './support/journey.ts'
import { expect, test } from './support/product.ts'
import { startServer, type RunningServer } from './support/running-server.ts'

test.describe('on a site that marks its pages', () => {
  let directory = ''
  let running: RunningServer
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    directory = await mkdtemp(path.join(tmpdir(), 'octavo-marked-'))
    const database = await openDatabase({ location: { kind: 'directory', path: path.join(directory, 'database') } })
    await writeSettings(database, siteSettings, { showWatermark: true })
    await database.close()
    running = await startServer({ dataDirectory: directory })
  })
  test.afterAll(async () => {
    await running.stop()
    await rm(directory, { recursive: true, force: true })
  })

  for (const language of ['en', 'zh-cn'] as const)
    test(`[J14] [VIEW-19] whoever is logged in reads with his name across the page (${language})`, async ({
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
        const days = [await today()]
        await stu.page.goto(`/${itemId}/${begin}`)
        const mark = stu.page.locator('svg.watermark')
        await expect(mark).toBeVisible()
        const text = await mark.locator('text').first().textContent()
        // It may be midnight.
        days.push(await today())
        expect(days.map((day) => `${stu.username}  ${day}  史图 Stu`)).toContain(text)
        const { width, height } = (await mark.boundingBox()) ?? { width: 0, height: 0 }
        expect([width, height]).toEqual([1440, 900])

        await vera.goto(`/${itemId}/${begin}`)
        await expect(vera.getByRole('article')).toContainText('About Begin.')
        await expect(vera.locator('svg.watermark')).toHaveCount(0)
      }))
})
