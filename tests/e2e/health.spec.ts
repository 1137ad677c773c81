import { readFileSync } from 'node:fs'
import { languagesOf } from './support/languages.ts'
import { lookInBothLanguages } from './support/other-language.ts'
import {
  expect,
  expectAccessibleInBothSchemes,
  expectToFit,
  restClient,
  shareSession,
  test,
} from './support/product.ts'
import { withStage } from './support/journey.ts'
import { ADMIN } from './support/running-server.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

for (const language of languagesOf('how the server is'))
  test(`administrators see how the server is, on a screen and on a phone (${language})`, async ({
    browser,
    server,
  }) => {
    const file = new URL(`../../plugins/backstage/locales/${language}.json`, import.meta.url)
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>
    const t = (key: string): string => texts[key] ?? key
    await withStage(browser, server, language, `health-${language}`, async ({ visitor }) => {
      const page = await visitor()
      await shareSession(page, await restClient(server.url, ADMIN.username, ADMIN.password))
      lookInBothLanguages(page.context())
      await page.setViewportSize(DESKTOP)

      await page.goto('/admin/backstage-health')

      const memory = page.getByRole('figure').filter({ hasText: t('health.memory') })
      await expect(memory.getByRole('definition')).toHaveText(/\d MB/)
      await expect(page.getByRole('figure')).toHaveCount(10)
      await expect(page.getByText(t('health.noJobs'))).toBeVisible()
      await expectAccessibleInBothSchemes(page)
      await page.screenshot({ path: test.info().outputPath('health.png'), fullPage: true })

      await memory.getByText(t('health.table')).focus()
      await page.keyboard.press('Enter')
      await expect(memory.getByRole('row').nth(1)).toContainText('MB')
      await page.setViewportSize(PHONE)
      await expectToFit(page)
      await expectAccessibleInBothSchemes(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.screenshot({ path: test.info().outputPath('health-phone-dark.png'), fullPage: true })
    })
  })
